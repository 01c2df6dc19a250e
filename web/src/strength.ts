// How the computer chooses among moves whose values it knows.

import type { Move } from "./api";
import { forMover, grade, rank } from "./value";

export type Strength = "perfect" | "keeps" | "errs" | "drags";

export interface Player {
  /** Who moves: somebody at the page, or the computer. */
  kind: "person" | "computer";
  strength: Strength;
  /** How often a computer that errs does so, in percent. */
  rate: number;
}

export const PERSON: Player = { kind: "person", strength: "perfect", rate: 20 };

/** What each strength means, in the words of the page. */
export const STRENGTHS: { id: Strength; name: string; meaning: string }[] = [
  {
    id: "perfect",
    name: "Perfect",
    meaning: "Always a best move: the quickest win, the quickest tie, the longest loss.",
  },
  {
    id: "keeps",
    name: "Keeps the value",
    meaning: "Any move that gives nothing away, whether quick or slow.",
  },
  {
    id: "drags",
    name: "Makes it long",
    meaning:
      "Gives nothing away and plays for the longest game: the slowest win or tie, the longest loss. Where positions can recur it may never finish.",
  },
  {
    id: "errs",
    name: "Errs",
    meaning: "Plays perfectly, but every so often (you say how often) any legal move at random.",
  },
];

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
export function candidates(moves: readonly Move[], strength: Exclude<Strength, "errs">): Move[] {
  if (moves.some((move) => forMover(move) === undefined)) return [...moves];
  if (strength === "perfect") return most(moves, (move) => rank(forMover(move)!));
  const kept = most(moves, (move) => grade(forMover(move)!.value));
  return strength === "keeps" ? kept : most(kept, (move) => move.remoteness ?? 0);
}

/** The computer's move; none where there are no moves. */
export function decide(moves: readonly Move[], player: Player, random: Random = Math.random): Move | undefined {
  if (player.strength !== "errs") return pick(candidates(moves, player.strength), random);
  const errs = random() * 100 < player.rate;
  return pick(errs ? moves : candidates(moves, "perfect"), random);
}
