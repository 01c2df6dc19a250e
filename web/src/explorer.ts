// The moves of a position sorted by what they come to, and what each square is worth as a place to go.

import type { Move, Position, Verdict } from "./api";
import type { Button, Scene } from "./scene";
import type { Offer } from "./stages";
import { distance } from "./motion";
import { forMover, rank } from "./value";

export interface Row {
  move: Move;
  /** For the player who makes the move. */
  verdict: Verdict;
}

/** Moves that come to the same: all wins, or all draws of one class. */
export interface Group {
  /** What they have in common, without the plies. */
  verdict: Verdict;
  rows: Row[];
}

/** The moves of a position whose values are known, best first. */
export function ranked(position: Position): Row[] {
  const rows = position.moves.flatMap((move) => {
    const verdict = forMover(move);
    return verdict ? [{ move, verdict }] : [];
  });
  return rows.sort((a, b) => rank(b.verdict) - rank(a.verdict));
}

/** The same in groups: by value, and draws that are told apart by their class and level. */
export function grouped(rows: readonly Row[]): Group[] {
  const found: Group[] = [];
  for (const row of rows) {
    const { value, draw } = row.verdict;
    const last = found[found.length - 1]?.verdict;
    const { number } = draw?.level ?? {};
    if (last && last.value === value && last.draw?.class === draw?.class && last.draw?.level?.number === number) {
      found[found.length - 1]!.rows.push(row);
      continue;
    }
    const level = draw?.level && { number, pure: true };
    found.push({ verdict: { value, remoteness: null, draw: draw && { class: draw.class, heading: draw.heading, level } }, rows: [row] });
  }
  return found;
}

/** The centers to which a button brings something. */
function goals(button: Button, byEnds: boolean): number[] {
  switch (button.kind) {
    case "spot":
    case "text":
      return [button.center];
    case "arrow":
      return [button.to];
    case "line":
      return byEnds ? [button.from, button.to] : [];
    case "curve":
    case "listed":
      return [];
  }
}

/** The best that a click comes to which brings something to a center, by center. */
export function heat(scene: Scene, offers: readonly Offer[]): Map<number, Verdict> {
  const found = new Map<number, Verdict>();
  for (const { choice, verdict } of offers) {
    if (!verdict) continue;
    for (const center of goals(choice.button, scene.linesByEnds)) {
      const known = found.get(center);
      if (scene.centers[center] && !scene.strokes[center] && (!known || rank(verdict) > rank(known))) found.set(center, verdict);
    }
  }
  return found;
}

/** How far the nearest two places of a scene are apart. */
export function spacing(scene: Scene): number {
  const [width, height] = scene.space;
  const places = scene.centers.filter(([x, y], at) => scene.names[at] && !scene.strokes[at] && x >= 0 && y >= 0 && x <= width && y <= height);
  let least = Math.min(width, height);
  places.forEach((one, at) => {
    for (const other of places.slice(at + 1)) {
      const far = distance(one, other);
      if (far > 1e-3 && far < least) least = far;
    }
  });
  return least;
}
