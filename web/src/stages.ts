// Walking through the parts of a move. A walk is the list of stages passed; it begins with stage 0,
// the position itself.

import type { Move, Position, Verdict } from "./api";
import type { Choice, Picture, Stage } from "./scene";
import { forMover, rank, verdictOf } from "./value";

export type Walk = readonly number[];

export const AT_REST: Walk = [0];

/** The stage that a walk has come to; that of rest when it does not belong to the position. */
export function stageOf(position: Position, walk: Walk): Stage | undefined {
  return position.stages[walk[walk.length - 1] ?? 0] ?? position.stages[0];
}

export type Outcome = { kind: "walk"; walk: Walk } | { kind: "move"; move: Move } | { kind: "nothing" };

/** What a click on a button comes to. */
export function choose(position: Position, walk: Walk, choice: Choice): Outcome {
  if (choice.move !== undefined && choice.move !== null) {
    const move = position.moves[choice.move];
    return move ? { kind: "move", move } : { kind: "nothing" };
  }
  const next = choice.stage;
  if (next === undefined || next === null || !position.stages[next]) return { kind: "nothing" };
  return { kind: "walk", walk: [...walk, next] };
}

/** One part back. */
export function stepBack(walk: Walk): Walk {
  return walk.length > 1 ? walk.slice(0, -1) : walk;
}

/** What a button comes to, for the player who clicks it. */
export function verdictOfChoice(position: Position, choice: Choice): Verdict | undefined {
  if (choice.move != null) {
    const move = position.moves[choice.move];
    return move && forMover(move);
  }
  const stage = choice.stage == null ? undefined : position.stages[choice.stage];
  const verdict = stage && verdictOf(stage);
  if (verdict?.value !== "draw") return verdict;
  // Stages do not tell draws apart: the best that can follow does.
  const following = stage!.buttons.flatMap((next) => verdictOfChoice(position, next) ?? []);
  return following.reduce((best, next) => (rank(next) > rank(best) ? next : best), verdict);
}

/** What the board looks like after a click on a button. */
export function pictureAfter(position: Position, choice: Choice): Picture | undefined {
  if (choice.move != null) return position.moves[choice.move]?.picture;
  return choice.stage == null ? undefined : position.stages[choice.stage]?.picture;
}

/** A button with what it comes to, and whether nothing beats it. */
export interface Offer {
  choice: Choice;
  verdict: Verdict | undefined;
  best: boolean;
  after: Picture | undefined;
}

/** The buttons of the stage that a walk has come to. */
export function offers(position: Position, walk: Walk): Offer[] {
  const list = (stageOf(position, walk)?.buttons ?? []).map((choice) => ({
    choice,
    verdict: verdictOfChoice(position, choice),
    after: pictureAfter(position, choice),
  }));
  const ranks = list.flatMap(({ verdict }) => (verdict ? [rank(verdict)] : []));
  const top = Math.max(...ranks);
  return list.map((offer) => ({ ...offer, best: offer.verdict !== undefined && rank(offer.verdict) === top }));
}

/** A whole move, as from a list. */
export function offerOf(position: Position, move: Move): Offer {
  const choice: Choice = { name: move.move, button: { kind: "listed" }, move: position.moves.indexOf(move) };
  return { choice, verdict: forMover(move), best: move.best ?? false, after: move.picture };
}
