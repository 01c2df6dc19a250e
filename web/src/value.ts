// Values as people see them: a colour, a shape and a number, each of which says it alone.

import type { Draw, DrawRank, Kind, Move, Position, Turn, Value, Verdict } from "./api";
import { texts } from "./language.svelte";

export const VALUES: Value[] = ["win", "tie", "draw", "lose"];

const SWAPPED: Record<Value, Value> = { win: "lose", lose: "win", tie: "tie", draw: "draw" };

/** The same as the other player sees it. */
export function swapped(value: Value): Value {
  return SWAPPED[value];
}

/** A verdict as the player sees it who makes the move. */
export function forMover(move: Pick<Move, "value" | "remoteness" | "draw">): Verdict | undefined {
  const there = verdictOf(move);
  if (!there) return undefined;
  const { remoteness, draw } = forSide(there, false);
  const later = (plies: number) => plies + 1;
  const level = draw?.level && { ...draw.level, plies: draw.level.plies === undefined ? undefined : later(draw.level.plies) };
  return { value: swapped(there.value), remoteness: remoteness === null ? null : later(remoteness), draw: draw && { ...draw, level } };
}

/** A verdict as a side sees it: the player to move, or the other. */
export function forSide({ value, remoteness, draw }: Verdict, mover: boolean): Verdict {
  if (mover) return { value, remoteness, draw };
  return { value: swapped(value), remoteness, draw: draw && { ...draw, class: 0 - draw.class } };
}

/** A value and a remoteness that may be missing, as a verdict. */
export function verdictOf(told: { value?: Value | null; remoteness?: number | null; draw?: Draw }): Verdict | undefined {
  if (told.value == null) return undefined;
  return { value: told.value, remoteness: told.remoteness ?? null, draw: rankOf(told.draw) };
}

const LEVELS = { "draw-win": 1, "draw-lose": -1, untouched: 0 };

/** The first of the ways in which a draw was ranked, or else its level. */
function rankOf(draw?: Draw): DrawRank | undefined {
  const rank = draw?.ranks?.[0];
  if (rank) return { class: rank.class, heading: rank.heading, beats: draw?.beats };
  const told = draw?.level;
  const level = told && { number: told.level ?? undefined, plies: told.remoteness ?? undefined, pure: told.pure };
  return told && { class: LEVELS[told.class], heading: [], beats: draw?.beats, level };
}

/** A class of draws with its sign: "+3", "−1", "±0"; of levels the plies, if they are one number. */
export function signed({ class: value, level }: DrawRank): string {
  if (value === 0) return "±0";
  const count = level ? level.plies : Math.abs(value);
  return count === undefined ? "" : `${value > 0 ? "+" : "−"}${count}`;
}

/** The number beside a value's shape: how many plies, of a draw that is told apart its class; or nothing. */
export function countOf({ remoteness, draw }: Verdict): string {
  return draw ? signed(draw) : remoteness === null ? "" : String(remoteness);
}

/** The classes of style for a value's colours. */
export function shadeOf({ value, draw }: Verdict): string {
  const side = draw?.class ? (draw.class > 0 ? " ahead" : " behind") : "";
  return value + side;
}

/** "heading for 6,3 (+3)", or "draw-win in 9 of level 0, not pure". */
function headed({ level, ...draw }: DrawRank): string {
  const t = texts().values;
  if (!level) return t.heading(draw.heading, signed(draw));
  if (level.number === undefined) return t.untouched;
  const better = draw.class > 0 ? t.drawWin : t.drawLose;
  const told = t.ofLevel(level.plies === undefined ? better : t.within(better, level.plies), level.number);
  return level.pure ? told : told + t.notPure;
}

/** As a noun: "win in 5", "draw, heading for 6,3 (+3)"; of a puzzle "solvable in 5". */
export function inWords({ value, remoteness, draw }: Verdict, kind?: Kind): string {
  const t = texts().values;
  if (draw) return `${named(value)}, ${headed(draw)}`;
  if (kind === "puzzle" && value === "tie" && remoteness === 0) return t.solved;
  return remoteness === null ? named(value, kind) : t.within(named(value, kind), remoteness);
}

/** The word for a value. */
export function named(value: Value, kind?: Kind): string {
  const t = texts().values;
  if (kind !== "puzzle") return t.names[value];
  return value === "tie" ? t.solvable : value === "draw" ? t.unsolvable : t.names[value];
}

/** What else is known of a position: its Grundy number, or by how much it is won. */
export function further({ grundy, margin }: { grundy?: number; margin?: number }): string | undefined {
  const t = texts().values;
  if (grundy !== undefined) return t.grundy(grundy);
  if (margin === undefined) return undefined;
  return margin === 0 ? t.even : t.margin(margin);
}

/** The same of a move, in a word: the number of the position it leads to, or the margin for who makes it. */
export function furtherOfMove({ grundy, margin }: { grundy?: number; margin?: number }): string | undefined {
  if (grundy !== undefined) return `*${grundy}`;
  if (margin === undefined) return undefined;
  return margin === 0 ? "±0" : margin < 0 ? `+${-margin}` : `−${margin}`;
}

/** Where the values come from, if not from tables. */
export function source({ found_by }: Pick<Position, "found_by">): string | undefined {
  if (found_by === undefined) return undefined;
  return found_by === "search" ? texts().values.bySearch : texts().values.byOpening;
}

/** As a verb: "wins in 5"; of a puzzle "is solvable in 5". */
export function asVerb({ value, remoteness, draw }: Verdict, kind?: Kind): string {
  const t = texts().values;
  if (draw) return `${t.verbs[value]}, ${headed(draw)}`;
  if (kind === "puzzle") return t.is(inWords({ value, remoteness }, kind));
  return remoteness === null || remoteness === 0 ? t.verbs[value] : t.within(t.verbs[value], remoteness);
}

/** The name of a move as a voice should read it: "d6 to d5, takes a1" for d6-d5xa1. */
export function spoken(move: string): string {
  const t = texts().spoken;
  return move
    .replace(/([a-z]\d{1,2})-([a-z]\d{1,2})/g, (_, from: string, to: string) => t.to(from, to))
    .replace(/(^|.)x([a-z]\d{1,2})/g, (_, before: string, place: string) => `${before ? `${before}, ` : ""}${t.takes(place)}`);
}

const CLASSES: Record<Value, number> = { lose: 0, draw: 1, tie: 2, win: 3 };

/** Greater is a better value; the remoteness does not matter. */
export function grade(value: Value): number {
  return CLASSES[value];
}

/** Greater is better for the player. Of draws those are that lead to a better class, by the better way. */
export function rank({ value, remoteness, draw }: Verdict): number {
  const plies = (remoteness ?? 0) / 65536;
  const drawn = draw ? 0.5 + draw.class / 65536 + (draw.beats ?? 0) / 2 ** 32 : 0;
  return CLASSES[value] + (value === "lose" ? plies : value === "draw" ? drawn : 1 - plies) / 2;
}

/** What a player is called: in the language of the page, where it has a word for it. */
export function sideOf(name: string): string {
  return texts().sides[name] ?? name;
}

export function other(turn: Turn): Turn {
  return turn === "first" ? "second" : "first";
}

/** A count that need not be exact. */
export function roughly(count: number): string {
  if (count < 1e6) return exact(count);
  return count.toLocaleString(texts().locale, { notation: "compact", compactDisplay: "long", minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
}

/** A count, all digits. */
export function exact(count: number): string {
  return count.toLocaleString(texts().locale);
}

/** A number with one digit behind the point. */
function tenths(number: number): string {
  return number.toLocaleString(texts().locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Bytes as people read them. */
export function bytes(count: number): string {
  for (const [shift, unit] of [[40, "TiB"], [30, "GiB"], [20, "MiB"], [10, "KiB"]] as const) {
    if (count >= 2 ** shift) return `${tenths(count / 2 ** shift)} ${unit}`;
  }
  return texts().numbers.bytes(count);
}

/** How long something will take, about: in steps, so that the words do not change with every look. */
export function soon(seconds: number): string {
  const t = texts().numbers;
  const step = [5, 10, 15, 20, 30, 45].find((step) => seconds <= step);
  if (step !== undefined) return step === 5 ? t.fewSeconds : t.seconds(step);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? t.minutes(minutes) : t.hours(Math.ceil(seconds / 3600));
}

/** A time that passed: "0.2 s", "14 min". */
export function duration(seconds: number): string {
  if (seconds < 100) return `${seconds < 10 ? tenths(seconds) : Math.round(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${tenths(seconds / 3600)} h`;
}
