// Places on this site, and their addresses.

import { ROOT } from "./root";

export type View = "play" | "statistics" | "rules";

export interface Place {
  game?: string;
  variant?: string;
  view?: View;
  /** What the address says where it stands for nothing. */
  unknown?: string;
  /** A board alone, in somebody else's page. */
  embedded?: boolean;
  /** Where games are made. */
  make?: boolean;
  /** Positions to think about: of a game, or all. */
  exercises?: boolean;
  /** Which of them. */
  seed?: string;
  /** How hard it is to be. */
  level?: string;
  /** The position; the start where it is missing. */
  position?: string;
  /** A whole game from there on, as moves, and how many of them are on the board. */
  moves?: string;
  ply?: number;
  /** The node of a tree that the board showed; it travels with the browser's history. */
  spot?: Spot;
}

export interface Spot {
  tree: string;
  node: number;
}

/** The address of a place. */
export function address(place: Place): string {
  const { game, variant, view, position, moves, ply, embedded, exercises, seed, level } = place;
  const query = new URLSearchParams();
  const facts: [string, string | number | undefined][] = exercises
    ? [["seed", seed], ["level", level]]
    : [["view", view === "play" ? undefined : view], ["p", position], ["m", moves], ["n", ply]];
  for (const [name, value] of facts) if (value !== undefined) query.set(name, String(value));
  const tail = query.size > 0 ? `?${query}` : "";
  if (place.make) return `${ROOT}make`;
  const root = ROOT + (exercises ? "puzzles" : embedded ? "embed" : "play");
  if (!game || !variant) return exercises ? `${root}${tail}` : ROOT;
  return `${root}/${encodeURIComponent(game)}/${encodeURIComponent(variant)}${tail}`;
}
