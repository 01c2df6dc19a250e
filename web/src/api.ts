// What the server says, typed as /api/v1/openapi.json describes it.

import { backAgain, heard } from "./connection.svelte";
import { texts } from "./language.svelte";
import { isAlone } from "./root";
import type { Button, Picture, Scene, Stage } from "./scene";

export type Value = "win" | "lose" | "tie" | "draw";
export type Turn = "first" | "second";
/** What more there is to know: Grundy numbers, margins; or that one plays alone. */
export type Kind = "partisan" | "impartial" | "scored" | "puzzle";
export type State = "solved" | "solving" | "solvable" | "unsolved" | "damaged";

export interface Verdict {
  value: Value;
  remoteness: number | null;
  /** Of a draw that is told apart from others. */
  draw?: DrawRank;
}

/** Where a draw leads when both play well: the greater the class, the better. */
export interface DrawRank {
  class: number;
  /** The names of the tiers that it may end in, if they are few. */
  heading: string[];
  /** Where draws have levels instead: the level and the plies within it, none of a draw that no level reaches, and whether it is pure. */
  level?: { number?: number; plies?: number; pure: boolean };
  /** How many other moves lead to worse draws. */
  beats?: number;
}

/** What is known of a draw; of a move's, as the player to move there sees it. */
export interface Draw {
  ranks?: { by: string; class: number; heading: string[] }[];
  level?: { class: "draw-win" | "draw-lose" | "untouched"; level: number | null; remoteness: number | null; pure: boolean };
  beats?: number;
}

export interface Variant {
  id: string;
  summary: string;
  state: State;
  start_value: Verdict | null;
  slots: number | null;
  expected_table_bytes: number | null;
  loopy: boolean | null;
}

/** A field of a form; numbers have `max`, choices `options`. */
export interface Field {
  id: string;
  label: string;
  default: number | string;
  min?: number;
  max?: number;
  options?: string[];
  pattern?: string;
}

/** How names of variants are made: `{rows}x{columns}`. */
export interface Form {
  label: string;
  template: string;
  fields: Field[];
}

export interface Game {
  id: string;
  name: string;
  /** What else people call it. */
  aliases: string[];
  summary: string;
  kind: Kind;
  variants: Variant[];
  /** Of variants that are not listed. */
  forms: Form[];
}

export interface Estimate {
  tiers: number;
  units: number;
  loopy_units: number;
  slots: number;
  largest_unit: { memory: number };
  expected_table_bytes: number;
}

export interface Tables {
  tiers: number;
  slots: number;
  /** On disk. */
  bytes: number;
  runs: Run[];
}

/** One run of a solve. */
export interface Run {
  /** Seconds since 1970. */
  finished: number;
  seconds: number;
  slots: number;
  by: string;
}

export interface About {
  game: string;
  variant: string;
  name: string;
  summary: string;
  variant_summary: string;
  help: string;
  /** The end of the help, which says how positions and moves are written. */
  notation: string;
  kind: Kind;
  start: string;
  state: State;
  start_value: Verdict | null;
  estimate: Estimate | null;
  /** Once it is solved. */
  tables: Tables | null;
  scene: Scene;
  /** What the start looks like. */
  start_picture: Picture;
  /** What a position in the course of a game looks like. */
  sample_picture: Picture;
  /** The rules of a game that a visitor made, as they were written. */
  text?: string;
}

export interface Move {
  move: string;
  position: string;
  /** Of the position moved to, for the player to move there; missing without tables. */
  value?: Value;
  remoteness?: number | null;
  best?: boolean;
  /** Of the position moved to, of impartial games. */
  grundy?: number;
  /** Of the position moved to, for the player to move there, of scored games. */
  margin?: number;
  /** Of the position moved to, where draws are told apart. */
  draw?: Draw;
  /** What the position moved to looks like. */
  picture: Picture;
}

export interface Position {
  position: string;
  turn: Turn;
  board: string;
  over: boolean;
  kind: Kind;
  /** Of impartial games. */
  grundy?: number;
  /** By how much the player to move wins, of scored games. */
  margin?: number;
  /** Where draws are told apart. */
  draw?: Draw;
  /** Where the values come from, if not from tables. */
  found_by?: "opening" | "search";
  /** Missing without tables. */
  value?: Value;
  remoteness?: number | null;
  /** The centers of the lines that ended the game. */
  decided_by?: number[][];
  moves: Move[];
  picture: Picture;
  /** The position itself, then what a move of several parts passes through. */
  stages: Stage[];
}

export interface Line {
  plies: (Omit<Verdict, "draw"> & { move: string; position: string; draw?: Draw })[];
  end: "over" | "cut" | { repeats: number };
}

/** A game that was written down, played again. */
export interface Replay {
  position: string;
  turn: Turn;
  /** The position as other programs write it, where they have a way of their own. */
  standard?: string;
  plies: { move: string; standard?: string; position: string; turn: Turn }[];
  /** What ended the game, for the player to move at its end. */
  over: Verdict | null;
}

/** A move to look at, and how it is clicked. */
export interface Lesson {
  position: string;
  turn: Turn;
  move: string;
  /** What is clicked, and what the board looks like before. */
  parts: { name: string; button: Button; picture: Picture }[];
  next: string;
  picture: Picture;
}

/** A position in which exactly one move is right. */
export interface Exercise extends Verdict {
  game: string;
  variant: string;
  position: string;
  turn: Turn;
  task: "win" | "hold";
  choices: number;
  level: "easy" | "medium" | "hard";
  failures: number;
  trials: number;
  seed: number;
}

export interface Counted extends Verdict {
  positions: number;
  canonical: number;
}

export interface Analysis {
  kind: Kind;
  start: Verdict;
  positions: number;
  canonical: number;
  symmetries: string;
  counts: Counted[];
  longest_win: (Verdict & { position: string }) | null;
  longest_lose: (Verdict & { position: string }) | null;
  longest_tie: (Verdict & { position: string }) | null;
  /** Of impartial games. */
  grundy?: { grundy: number; positions: number }[];
  /** Of scored games. */
  margins?: { margin: number; positions: number }[];
}

interface View extends Omit<Position, "over"> {
  over: Omit<Verdict, "draw"> | null;
}

/** An answer, or why there is none (yet), with what the rules alone say. */
export type Answer<T> =
  | { kind: "ready"; facts: T }
  | { kind: "working"; status: string; done: number; total: number; seconds?: number; ahead?: number; view?: Position }
  | { kind: "refused"; error: string; command: string; estimate: Estimate | null; view?: Position }
  /** The server does not answer; it will be asked again. */
  | { kind: "lost"; error: string }
  | { kind: "failed"; error: string };

/** The address of a game in a variant. */
export function base(game: string, variant: string): string {
  return `/api/v1/games/${encodeURIComponent(game)}/${encodeURIComponent(variant)}`;
}

function seen(view: View | undefined): Position | undefined {
  return view && { ...view, over: view.over !== null, ...(view.over ?? {}) };
}

/** Asks once; by POST where there is something to send. */
export async function ask<T>(address: string, signal?: AbortSignal, sent?: string): Promise<Answer<T>> {
  let response: Response;
  let body: any;
  try {
    response = isAlone ? await (await import("./alone")).answer(address) : await fetch(address, sent === undefined ? { signal } : { signal, method: "POST", body: sent });
    body = await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    heard(false);
    return { kind: "lost", error: texts().page.noAnswer };
  }
  heard(true);
  switch (response.status) {
    case 200:
      return { kind: "ready", facts: body };
    case 202:
      return { kind: "working", status: body.status, ...body.progress, seconds: body.expected_seconds, ahead: body.ahead, view: seen(body.view) };
    case 429:
    case 503:
      // Too much at once, by this visitor or by all: it is worth asking again.
      return { kind: "working", status: "busy", done: 0, total: 0, view: seen(body.view) };
    case 409:
      return { kind: "refused", ...body, view: seen(body.view) };
    default:
      return { kind: "failed", error: body.error ?? texts().page.refused(response.status) };
  }
}

/** Asks until there is an answer, telling each step. Ends silently when aborted. */
export async function follow<T>(
  address: string,
  signal: AbortSignal,
  tell: (answer: Answer<T>) => void,
  sent?: string,
): Promise<void> {
  try {
    for (let pause = 150; ; pause = Math.min(pause * 1.5, 1000)) {
      const answer = await ask<T>(address, signal, sent);
      if (signal.aborted) return;
      tell(answer);
      if (answer.kind === "lost") {
        await backAgain();
        if (signal.aborted) return;
        continue;
      }
      if (answer.kind !== "working") return;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (signal.aborted) return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
