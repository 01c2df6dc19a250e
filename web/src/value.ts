// Values as people see them: a colour, a shape and a number, each of which says it alone.

import type { Move, Value, Verdict } from "./api";

/** A verdict as the player sees it who makes the move. */
export function forMover(move: Move): Verdict | undefined {
  if (move.value === undefined) return undefined;
  const swapped: Record<Value, Value> = { win: "lose", lose: "win", tie: "tie", draw: "draw" };
  const plies = move.remoteness;
  return { value: swapped[move.value], remoteness: plies == null ? null : plies + 1 };
}

/** In words. */
export function inWords(verdict: Verdict): string {
  if (verdict.remoteness === null) return verdict.value;
  return `${verdict.value} in ${verdict.remoteness}`;
}

/** Greater is better for the player. */
export function rank({ value, remoteness }: Verdict): number {
  const plies = (remoteness ?? 0) / 65536;
  switch (value) {
    case "win":
      return 4 - plies;
    case "tie":
      return 3 - plies;
    case "draw":
      return 1;
    case "lose":
      return plies;
  }
}

const scales: [number, string][] = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
];

/** A count that need not be exact. */
export function roughly(count: number): string {
  for (const [scale, name] of scales) {
    if (count >= scale) return `${(count / scale).toPrecision(3)} ${name}`;
  }
  return count.toLocaleString("en");
}

/** Bytes as people read them. */
export function bytes(count: number): string {
  for (const [shift, unit] of [[30, "GiB"], [20, "MiB"], [10, "KiB"]] as const) {
    if (count >= 2 ** shift) return `${(count / 2 ** shift).toFixed(1)} ${unit}`;
  }
  return `${count} bytes`;
}
