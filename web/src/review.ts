// Looking back at a game: which moves gave something away, and what would have been better.

import type { Move, Position, Turn, Verdict } from "./api";
import type { Node } from "./tree";
import { forMover, grade, rank, verdictOf } from "./value";

/** mistake: the value fell. slow: it stayed, but the end came nearer or went farther for no need. */
export type Fault = "mistake" | "slow";

export interface Finding {
  /** The position in which the move was made. */
  before: Node;
  /** The position it led to. */
  after: Node;
  player: Turn;
  fault: Fault;
  was: Verdict;
  became: Verdict;
  /** The moves that nothing beats. */
  best: Move[];
}

/** What is wrong with a move; nothing for a best one, or where values are missing. */
export function judge(position: Position, name: string): Omit<Finding, "before" | "after"> | undefined {
  const move = position.moves.find((one) => one.move === name);
  const was = verdictOf(position);
  const became = move && forMover(move);
  if (!was || !became || rank(became) >= rank(was)) return undefined;
  return {
    player: position.turn,
    fault: grade(became.value) < grade(was.value) ? "mistake" : "slow",
    was,
    became,
    best: position.moves.filter((one) => one.best),
  };
}

/** The faults along a line, whose positions `known` has answers for. */
export function review(line: readonly Node[], known: (position: string) => Position | undefined): Finding[] {
  return line.flatMap((after, at) => {
    const before = line[at - 1];
    const position = before && known(before.position);
    if (!before || !position || after.move === undefined) return [];
    const finding = judge(position, after.move);
    return finding ? [{ ...finding, before, after }] : [];
  });
}

/** Whether a move keeps what the position is worth: what a second try asks for. */
export function keeps(position: Position, move: Move): boolean {
  const was = verdictOf(position);
  const now = forMover(move);
  return was !== undefined && now !== undefined && grade(now.value) >= grade(was.value);
}
