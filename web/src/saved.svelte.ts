// Games that the visitor kept, in the browser.

export interface Saved {
  id: string;
  game: string;
  variant: string;
  /** What the visitor called it. */
  name: string;
  /** When, in milliseconds since 1970. */
  at: number;
  /** As notation.ts writes it. */
  text: string;
}

const KEY = "hindsight games";
/** Browsers give a page some megabytes; a game takes one or two kilobytes. */
const MOST = 500;

const isSaved = (told: unknown): told is Saved => {
  const one = told as Partial<Saved> | null;
  return !!one && [one.id, one.game, one.variant, one.name, one.text].every((part) => typeof part === "string") && typeof one.at === "number";
};

function load(): Saved[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSaved) : [];
  } catch {
    return [];
  }
}

let games = $state.raw(load());

/** The newest first. */
export function savedGames(): readonly Saved[] {
  return games;
}

/** Says whether the browser keeps it. */
function keep(next: Saved[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
    games = next;
    return true;
  } catch {
    return false;
  }
}

export function save(game: Omit<Saved, "id" | "at">): boolean {
  const id = crypto.randomUUID?.() ?? String(Math.random());
  return keep([{ ...game, id, at: Date.now() }, ...games].slice(0, MOST));
}

export function forget(id: string): void {
  keep(games.filter((game) => game.id !== id));
}
