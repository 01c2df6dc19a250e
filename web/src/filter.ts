// Finding games in the catalogue.

import type { Game, Value, Variant } from "./api";
import { texts } from "./language.svelte";

export type Size = "any" | "small" | "medium" | "large";

export interface Wanted {
  words: string;
  size: Size;
  /** Whether positions can recur. */
  loopy: "any" | "yes" | "no";
  state: "any" | "ready" | "solved" | "unsolved";
  /** How many play. */
  players: "any" | "one" | "two";
  /** For the first player. */
  value: "any" | Value;
}

export const ANYTHING: Wanted = { words: "", size: "any", loopy: "any", state: "any", players: "any", value: "any" };

const SIZES: Record<Exclude<Size, "any">, { from: number; below: number }> = {
  small: { from: 0, below: 1e6 },
  medium: { from: 1e6, below: 1e9 },
  large: { from: 1e9, below: Infinity },
};

/** Whether the server knows values, or will once somebody asks. */
export function isReady({ state }: Variant): boolean {
  return state !== "unsolved" && state !== "damaged";
}

/** What is solved within seconds on first use. */
const SOON = 4e7;

/** The variant that a game's card leads to: the first, or else the largest that has values soon. */
export function entrance({ variants }: Game): Variant {
  const first = variants[0]!;
  const soon = variants.filter((one) => isReady(one) && (one.state === "solved" || (one.slots ?? 0) <= SOON));
  if (soon.length === 0) return variants.find(isReady) ?? first;
  return soon.includes(first) ? first : soon.reduce((best, one) => ((one.slots ?? 0) > (best.slots ?? 0) ? one : best));
}

function fits(variant: Variant, wanted: Wanted): boolean {
  if (wanted.size !== "any") {
    const { from, below } = SIZES[wanted.size];
    // A game without an index is counted when it is first explored; until then it is known to be small.
    const slots = variant.slots ?? 0;
    if (slots < from || slots >= below) return false;
  }
  if (wanted.loopy !== "any" && (variant.loopy === false) !== (wanted.loopy === "no")) return false;
  if (wanted.state === "solved" && variant.state !== "solved") return false;
  if (wanted.state === "unsolved" && variant.state !== "unsolved") return false;
  if (wanted.state === "ready" && !isReady(variant)) return false;
  return wanted.value === "any" || variant.start_value?.value === wanted.value;
}

/** A name without blanks and signs, in which people differ. */
const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a word of a game's names begins with one of these: what was most likely meant. */
const isNamed = ({ id, name, aliases }: Game, words: readonly string[]) =>
  [id, name, ...aliases].some((one) => one.toLowerCase().split(/[^\p{L}\p{N}]+/u).some((part) => words.some((word) => part.startsWith(word))));

/** The games with the variants that fit; words are sought in the game and in its variants, those in names first. */
export function find(games: readonly Game[], wanted: Wanted): Game[] {
  const words = wanted.words.toLowerCase().split(/\s+/).filter(bare);
  const whole = bare(wanted.words);
  const found = games.flatMap((game) => {
    if (wanted.players !== "any" && (game.kind === "puzzle") !== (wanted.players === "one")) return [];
    const name = `${game.id} ${game.name} ${game.aliases.join(" ")} ${game.summary}`.toLowerCase();
    const left = game.aliases.some((alias) => bare(alias).startsWith(whole)) && whole.length > 2 ? [] : words.filter((word) => !name.includes(word));
    const variants = game.variants.filter((variant) => {
      const text = `${variant.id} ${variant.summary} ${texts().states[variant.state]}`.toLowerCase();
      return left.every((word) => text.includes(word)) && fits(variant, wanted);
    });
    return variants.length > 0 ? [{ ...game, variants }] : [];
  });
  return words.length === 0 ? found : found.sort((a, b) => Number(isNamed(b, words)) - Number(isNamed(a, words)));
}
