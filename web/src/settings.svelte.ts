// What the visitor prefers; kept in the browser.

import type { Language } from "./language.svelte";
import type { Strength } from "./strength";

export interface Settings {
  /** Whether values are shown at all. */
  hints: boolean;
  /** Whether buttons carry the remoteness as a number. */
  numbers: boolean;
  /** The language of the page. */
  language: "browser" | Language;
  palette: "usual" | "safe";
  scheme: "system" | "light" | "dark";
  /** Whether single letters work as shortcuts. */
  letters: boolean;
  /** The theme chosen for each game. */
  themes: Record<string, string>;
  /** The strength that was last chosen for the computer. */
  strength: Strength;
}

const DEFAULTS: Settings = {
  hints: true,
  numbers: true,
  language: "browser",
  palette: "usual",
  scheme: "system",
  letters: true,
  themes: {},
  strength: "medium",
};

const KEY = "hindsight";

function load(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...DEFAULTS, ...(kept as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(load());

/** Keeps the settings and shows them; call once. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let system = $state(dark.matches);
  dark.addEventListener("change", () => (system = dark.matches));
  $effect.pre(() => {
    const root = document.documentElement.dataset;
    root.palette = settings.palette;
    root.scheme = settings.scheme === "system" ? (system ? "dark" : "light") : settings.scheme;
  });
}

/** Whether pieces may slide. */
export function lively(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
