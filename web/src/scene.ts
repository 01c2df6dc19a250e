// What the server tells about the looks of a game: SCENE in docs/http-api.md.

import type { Value } from "./api";

export type Point = [number, number];

/** What stays the same for all positions of a variant. */
export interface Scene {
  /** Width and height of the drawing space. */
  space: Point;
  /** The places of pieces and buttons. */
  centers: Point[];
  /** What the centers are called; empty for those without a name. */
  names: string[];
  /** The two centers between which a piece at a center is drawn as a line, for the first centers. */
  strokes: [number, number][];
  /** What the first and the second player are called. */
  players: [string, string];
  buttonRadius: number;
  arrowWidth: number;
  lineWidth: number;
  /** Whether a line is clicked at its two ends, one after the other. */
  linesByEnds: boolean;
  counters: Counter[];
  setup: { pieces: { piece: string; centers: number[] }[] } | null;
  themes: Theme[];
  /** Made from the text board, by a game that declares no looks: letters instead of pieces. */
  fallback: boolean;
}

export interface Counter {
  label: string;
  center: number;
  max: number;
}

export interface Theme {
  id: string;
  name: string;
  background: string | null;
  foreground: string | null;
  pieces: Record<string, { image: string; size: number; name: string }>;
}

/** What a position looks like: a character for each center ('-': nothing), a number for each counter. */
export interface Picture {
  entities: string;
  counters: number[];
}

/** A board on the way to a full move. */
export interface Stage {
  picture: Picture;
  /** Of the best full move that can follow, for the player to move. */
  value: Value | null;
  remoteness: number | null;
  buttons: Choice[];
}

/** A button that makes a move (its index) or leads to another stage. */
export interface Choice {
  name: string;
  button: Button;
  move?: number;
  stage?: number;
}

export type Button =
  | { kind: "spot"; center: number; piece: string | null }
  | { kind: "arrow"; from: number; to: number }
  | { kind: "line"; from: number; to: number }
  | { kind: "curve"; points: Point[] }
  | { kind: "text"; center: number; text: string }
  | { kind: "listed" };

/** The theme of that name, or else the first. */
export function themeOf(scene: Scene, id: string | undefined): Theme | undefined {
  return scene.themes.find((theme) => theme.id === id) ?? scene.themes[0];
}

/** The images of the pieces that are called as the players are: "White stone" for White, "Goat" for Goats. */
export function tokensOf(scene: Scene, theme: Theme | undefined): Record<"first" | "second", string> | undefined {
  const pieces = Object.values(theme?.pieces ?? {});
  const image = (player: string) => {
    const name = player.replace(/s$/, "").toLowerCase();
    const own = pieces.filter((piece) => piece.name.toLowerCase().startsWith(name));
    return (own.find((piece) => piece.name.endsWith(" king")) ?? own[0])?.image;
  };
  const [first, second] = scene.players.map(image);
  return first && second && first !== second ? { first, second } : undefined;
}

/** The height of a piece that is drawn as a letter. Text boards have places twice as high as wide. */
export function letterSize(scene: Scene): number {
  return scene.fallback ? 1.5 : 0.7;
}

/** The characters of a picture, one for each center that it speaks of. */
export function entities(picture: Picture): string[] {
  return [...picture.entities];
}

/** The centers at which two pictures differ. */
export function changes(before: Picture, after: Picture): number[] {
  const [old, now] = [entities(before), entities(after)];
  const all = Array.from({ length: Math.max(old.length, now.length) }, (_, at) => at);
  return all.filter((at) => (old[at] ?? "-") !== (now[at] ?? "-"));
}

/** From a center to the ends of the line as which a piece there is drawn, where it is one. */
export function strokeOf(scene: Scene, center: number): [Point, Point] | undefined {
  const at = scene.centers[center];
  const [from, to] = (scene.strokes[center] ?? []).map((end) => scene.centers[end]);
  if (!at || !from || !to) return undefined;
  return [
    [from[0] - at[0], from[1] - at[1]],
    [to[0] - at[0], to[1] - at[1]],
  ];
}
