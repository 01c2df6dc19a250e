// The shapes of the charts, as numbers between 0 and 1.

import type { Counted, Kind, Turn, Value, Verdict } from "./api";
import { texts } from "./language.svelte";
import { VALUES, swapped } from "./value";

/** The value as the first player sees it, whoever is to move. */
export function forFirst(verdict: Verdict, turn: Turn): Value {
  return turn === "first" ? verdict.value : swapped(verdict.value);
}

/**
 * The height of a position in the history: 1 when the first player has won, 0 when the second has;
 * wins that are far off lie nearer to the middle, ties and draws on it. Of a puzzle: 1 when it is
 * solved, 0 when it cannot be.
 */
export function height(verdict: Verdict, turn: Turn, longest: number, kind?: Kind): number {
  if (kind === "puzzle") return verdict.remoteness === null ? 0 : 1 - (0.8 * verdict.remoteness) / longest;
  const value = forFirst(verdict, turn);
  if (value === "tie" || value === "draw") return 0.5;
  const near = 1 - (verdict.remoteness ?? 0) / (longest + 1);
  const from = 0.14 + 0.36 * near;
  return value === "win" ? 0.5 + from : 0.5 - from;
}

/** One column of the statistics: the counts of one remoteness, stacked. */
export interface Column {
  remoteness: number | null;
  parts: { value: Value; positions: number }[];
  total: number;
}

/** The counts by remoteness, those that never end last. */
export function columns(counts: readonly Counted[]): Column[] {
  const by = new Map<number | null, Column>();
  for (const { remoteness, value, positions } of counts) {
    const column = by.get(remoteness) ?? { remoteness, parts: [], total: 0 };
    column.parts.push({ value, positions });
    column.total += positions;
    by.set(remoteness, column);
  }
  const all = [...by.values()];
  for (const { parts } of all) parts.sort((a, b) => VALUES.indexOf(a.value) - VALUES.indexOf(b.value));
  return all.sort((a, b) => (a.remoteness ?? Infinity) - (b.remoteness ?? Infinity));
}

/** How many positions have each value. */
export function totals(counts: readonly Counted[]): { value: Value; positions: number; canonical: number }[] {
  return VALUES.flatMap((value) => {
    const rows = counts.filter((row) => row.value === value);
    if (rows.length === 0) return [];
    const sum = (of: "positions" | "canonical") => rows.reduce((all, row) => all + row[of], 0);
    return [{ value, positions: sum("positions"), canonical: sum("canonical") }];
  });
}

/** Heights on a logarithmic scale, so that one position is seen beside a million. */
export function logarithmic(count: number, most: number): number {
  return count <= 0 ? 0 : Math.log1p(count) / Math.log1p(most);
}

/** Counts as percentages with one digit, which add up to exactly a hundred: the largest rests are rounded up. */
export function shares(counts: readonly number[]): string[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const percent = (thousandths: number) =>
    (thousandths / 1000).toLocaleString(texts().locale, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (all === 0) return counts.map(() => percent(0));
  const exact = counts.map((count) => (1000 * count) / all);
  const parts = exact.map(Math.floor);
  const missing = 1000 - parts.reduce((sum, part) => sum + part, 0);
  const byRest = exact.map((_, at) => at).sort((a, b) => exact[b]! - parts[b]! - (exact[a]! - parts[a]!));
  for (const at of byRest.slice(0, missing)) parts[at]! += 1;
  return parts.map((part, at) => (part === 0 && counts[at]! > 0 ? `<${percent(1)}` : percent(part)));
}
