// What the visitor has found so far, kept in the browser.

import { type Progress, after, read } from "./progress";

const KEY = "hindsight puzzles";

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

let progress = $state.raw(read(kept()));

export function soFar(): Progress {
  return progress;
}

export function note(game: string, found: boolean, date?: string): void {
  progress = after(progress, game, found, date);
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Then it is known until the page is left.
  }
}
