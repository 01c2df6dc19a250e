// When a game that goes round may be called a draw.

import type { Node } from "./tree";

/** Why a draw may be claimed. */
export type Claim = "repetition" | "no progress";

/** So often a position must have come up. */
const TIMES = 3;
/** So many plies must have passed without progress: fifty moves of each side. */
const IDLE = 100;

/** The line up to a position, with how many pieces and numbers each shows. */
export function claimOf(line: readonly Pick<Node, "position">[], matter: (position: string) => string | undefined): Claim | undefined {
  const here = line[line.length - 1];
  if (!here) return undefined;
  if (line.filter(({ position }) => position === here.position).length >= TIMES) return "repetition";
  const now = matter(here.position);
  if (now === undefined || line.length <= IDLE) return undefined;
  const idle = line.slice(-IDLE - 1).every(({ position }) => matter(position) === now);
  return idle ? "no progress" : undefined;
}
