// The best lines from the position on the board, kept up to date with it.

import { SvelteMap } from "svelte/reactivity";
import { type Line, type Position, type Verdict, ask } from "./api";
import { ranked } from "./explorer";

/** How many lines are shown, and how many plies of each. */
const LINES = 3;
const PLIES = 12;
/** Somebody who steps through a game is not followed at once. */
const CALM = 120;

export interface BestLine {
  verdict: Verdict;
  plies: Line["plies"];
  /** Whether the game goes on behind them. */
  cut: boolean;
}

export class BestLines {
  /** What follows a position, by its text. It never changes, so it is asked for once. */
  private after = new SvelteMap<string, Line>();

  constructor(private readonly home: string) {}

  /** Asks for what follows the best moves of a position: a request each. Gives back how to stop that. */
  learn(position: Position): () => void {
    const control = new AbortController();
    const timer = setTimeout(() => {
      for (const { move } of ranked(position).slice(0, LINES)) void this.ask(move.position, control.signal).catch(() => {});
    }, CALM);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }

  private async ask(position: string, signal: AbortSignal): Promise<void> {
    if (this.after.has(position)) return;
    const told = await ask<Line>(`${this.home}/line?p=${encodeURIComponent(position)}&plies=${PLIES - 1}`, signal);
    if (told.kind === "ready") this.after.set(position, told.facts);
  }

  /** The lines as far as they are known, the best first; a line begins with the move itself. */
  of(position: Position): BestLine[] {
    return ranked(position).slice(0, LINES).map(({ move, verdict }) => {
      const { move: name, position: next, value, remoteness } = move;
      const known = this.after.get(next);
      const first = { move: name, position: next, value: value!, remoteness: remoteness ?? null };
      return { verdict, plies: [first, ...(known?.plies ?? [])], cut: known !== undefined && known.end !== "over" };
    });
  }
}
