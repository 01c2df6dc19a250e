// The names of places around a board, and what stands on it in words.

import { texts } from "./language.svelte";
import { type Picture, type Point, type Scene, type Theme, entities } from "./scene";

export interface Label {
  at: Point;
  text: string;
}

/** From the middle of the outermost places to the letters and numbers beside them, in places. */
const AWAY = 0.7;
/** A letter or number that would stand on the rim of the board stands this far outside it. */
const OUTSIDE = 0.2;

function offRim(at: number, size: number): number {
  if (Math.abs(at) < OUTSIDE) return -OUTSIDE;
  return Math.abs(at - size) < OUTSIDE ? size + OUTSIDE : at;
}

interface Line {
  text: string;
  at: number[];
}

function gather(lines: Map<string, number[]>): Line[] {
  return [...lines].map(([text, at]) => ({ text, at }));
}

const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
const spread = (list: number[]) => Math.max(...list) - Math.min(...list);

/** The least distance between two of these numbers that differ. */
function step(list: number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((one, at) => one - sorted[at]!).filter((gap) => gap > 1e-3);
  return gaps.length > 0 ? Math.min(...gaps) : 1;
}

/** Letters below (or above) and numbers to the left of a board of squares; elsewhere a name beside each place. */
export function labels(scene: Scene): Label[] {
  const named = scene.names.flatMap((name, center) => {
    const at = scene.centers[center];
    return name && at && !scene.strokes[center] ? [{ name, at }] : [];
  });
  if (named.length === 0) return [];
  const [columns, rows] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const { name, at } of named) {
    const [, letter, number] = /^([a-z])(\d+)$/.exec(name) ?? [];
    if (!letter || !number) return beside(named, scene);
    columns.set(letter, [...(columns.get(letter) ?? []), at[0]]);
    rows.set(number, [...(rows.get(number) ?? []), at[1]]);
  }
  const straight = [...columns.values(), ...rows.values()].every((list) => spread(list) < 0.7);
  if (!straight || columns.size === named.length) return beside(named, scene);
  const [across, down] = [gather(columns), gather(rows)];
  const [xs, ys] = [across.map(({ at }) => mean(at)), down.map(({ at }) => mean(at))];
  const [left, below, above] = [Math.min(...xs) - AWAY * step(xs), Math.max(...ys) + AWAY * step(ys), Math.min(...ys) - AWAY * step(ys)];
  // What stands below the board, such as pieces to place, keeps its room.
  const taken = scene.centers.some(([, y], center) => !scene.names[center] && Math.abs(y - below) < 0.5 * step(ys));
  const [width, height] = scene.space;
  return [
    ...across.map(({ text }, at): Label => ({ text, at: [xs[at]!, offRim(taken ? above : below, height)] })),
    ...down.map(({ text }, at): Label => ({ text, at: [offRim(left, width), ys[at]!] })),
  ];
}

/** Names below numbered places, outside of those that stand in a ring, and elsewhere between the lines of a triangle. */
function beside(named: { name: string; at: Point }[], scene: Scene): Label[] {
  const [width, height] = scene.space;
  const fromMiddle = ([x, y]: Point): Point => [x - width / 2, y - height / 2];
  const distances = named.map(({ at }) => Math.hypot(...fromMiddle(at))).filter((far) => far > 0.3);
  const top = Math.min(...named.map(({ at }) => at[1]));
  const inRing = distances.length === 0 || spread(distances) < 0.3;
  return named.map(({ name, at }) => {
    const [dx, dy] = fromMiddle(at);
    const far = Math.hypot(dx, dy);
    let [toX, toY]: Point = [0, 1];
    if (/^\d+$/.test(name) && scene.strokes.length === 0) [toX, toY] = [0, 1];
    else if (inRing && far > 1e-3) [toX, toY] = [dx / far, dy / far];
    // Lines go level and slanting: straight up is free, and straight down from the top row, above which the board ends.
    else if (!inRing) [toX, toY] = [0, at[1] > top + 1e-3 ? -1 : 1];
    return { text: name, at: [at[0] + toX * 0.47, at[1] + toY * 0.47] };
  });
}

/** What stands where: "White king: e1. Black king: e8, h8." */
export function described(scene: Scene, theme: Theme | undefined, picture: Picture): string {
  const found = new Map<string, string[]>();
  entities(picture).forEach((glyph, center) => {
    const place = scene.names[center];
    if (glyph === "-" || !place) return;
    const piece = theme?.pieces[glyph]?.name ?? glyph;
    found.set(piece, [...(found.get(piece) ?? []), place]);
  });
  return found.size === 0 ? texts().board.empty : [...found].map(([piece, places]) => `${piece}: ${places.join(", ")}.`).join(" ");
}
