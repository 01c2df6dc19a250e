// How the computer chooses among moves whose values it knows.

import type { Move } from "./api";
import { gameTexts } from "./gametexts";
import { forMover, grade, rank } from "./value";

/** A ladder from the weakest to the strongest, and three of another kind. */
export type Strength = Level | "keeps" | "errs" | "drags";
export type Level = "beginner" | "easy" | "medium" | "strong" | "perfect";

// The ladder is the terminal's too: crates/players/src/strength.rs, where a test compares the numbers.

/** In how many of its moves, in percent, a level plays anything instead of a best move. */
const ERRS: Record<Level, number> = { beginner: 75, easy: 45, medium: 25, strong: 10, perfect: 0 };

export const LADDER: readonly Level[] = ["beginner", "easy", "medium", "strong", "perfect"];

export interface Player {
  /** Who moves: somebody at the page, or the computer. */
  kind: "person" | "computer";
  strength: Strength;
  /** How often a computer that errs does so, in percent. */
  rate: number;
}

export const PERSON: Player = { kind: "person", strength: "perfect", rate: 20 };

/** Those that are no steps of the ladder. */
export const OTHERS: readonly Strength[] = ["keeps", "drags", "errs"];

/** How many positions a search may look at, where nothing is solved. */
const NODES: Record<Level, number> = { beginner: 100, easy: 1000, medium: 10_000, strong: 100_000, perfect: 1_000_000 };

export function nodesOf({ strength, rate }: Player): number {
  if (strength === "errs") return rate > 50 ? NODES.easy : NODES.medium;
  return strength === "keeps" || strength === "drags" ? NODES.strong : NODES[strength];
}

/** What a strength means where nothing is solved. */
export function searching({ strength, rate }: Player): string {
  return gameTexts().players.searches(nodesOf({ kind: "computer", strength, rate }));
}

/** Whether it plays anything instead of a best move now and then. */
export function errs({ strength, rate }: Player): boolean {
  if (strength === "keeps" || strength === "drags") return false;
  return (strength === "errs" ? rate : ERRS[strength]) > 0;
}

type Random = () => number;

function pick<T>(list: readonly T[], random: Random): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** The moves that nothing beats by a measure. */
function most(moves: readonly Move[], measure: (move: Move) => number): Move[] {
  const top = Math.max(...moves.map(measure));
  return moves.filter((move) => measure(move) === top);
}

/** The moves among which a player draws lots; all of them where values are missing. */
export function candidates(moves: readonly Move[], strength: "perfect" | "keeps" | "drags"): Move[] {
  if (moves.some((move) => forMover(move) === undefined)) return [...moves];
  if (strength === "perfect") return most(moves, (move) => rank(forMover(move)!));
  const kept = most(moves, (move) => grade(forMover(move)!.value));
  return strength === "keeps" ? kept : most(kept, (move) => move.remoteness ?? 0);
}

/** The computer's move; none where there are no moves. */
export function decide(moves: readonly Move[], player: Player, random: Random = Math.random): Move | undefined {
  const { strength } = player;
  if (strength === "keeps" || strength === "drags") return pick(candidates(moves, strength), random);
  const slips = random() * 100 < (strength === "errs" ? player.rate : ERRS[strength]);
  return pick(slips ? moves : candidates(moves, "perfect"), random);
}
