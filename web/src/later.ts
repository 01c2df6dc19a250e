// Parts of the page, one for each view and for what a first view does without. They are fetched when they are
// wanted, or else once the visitor has settled down, so that they are there should the server go away.

import { backAgain, heard } from "./connection.svelte";

/** So many milliseconds after the first view the rest is fetched. */
const SETTLED = 4000;

const parts = {
  boardThemes: () => import("./BoardThemes.svelte"),
  catalogue: () => import("./Catalogue.svelte"),
  decided: () => import("./Decided.svelte"),
  game: () => import("./Game.svelte"),
  heat: () => import("./Heat.svelte"),
  help: () => import("./Help.svelte"),
  lines: () => import("./Lines.svelte"),
  puzzles: () => import("./Puzzles.svelte"),
  review: () => import("./Review.svelte"),
  rules: () => import("./Rules.svelte"),
  setUp: () => import("./SetUp.svelte"),
  share: () => import("./Share.svelte"),
  sounds: () => import("./sounds"),
  statistics: () => import("./Statistics.svelte"),
  unknown: () => import("./Unknown.svelte"),
  variantForm: () => import("./VariantForm.svelte"),
};

/** What few visitors want, and nobody without the server: it is not fetched before. */
const apart = {
  make: () => import("./Make.svelte"),
};

const all = { ...parts, ...apart };

/** A part that does not come is asked for again when the server is back; if it is gone for good, so is this page. */
function patiently<T>(part: () => Promise<T>): () => Promise<T> {
  return () =>
    part().catch(async () => {
      heard(false);
      await backAgain();
      return part().catch(() => {
        location.reload();
        return new Promise<T>(() => {});
      });
    });
}

export const LATER = Object.fromEntries(Object.entries(all).map(([name, part]) => [name, patiently<unknown>(part)])) as typeof all;

/** Does something once the visitor has settled down, unless what this returns is called before. */
export function settled(does: () => void): () => void {
  const timer = setTimeout(does, SETTLED);
  return () => clearTimeout(timer);
}

/** Fetches the parts in a while. */
export function fetchLater(): void {
  settled(() => {
    for (const part of Object.values(parts)) void part().catch(() => undefined);
  });
}
