// What somebody has found so far: counts by game, and days in a row.

import { before } from "./daily";

export interface Progress {
  /** Found at the first try, and not, by game. */
  games: Record<string, { found: number; missed: number }>;
  /** The last day whose position was found, and how many days in a row it was. */
  day: string;
  streak: number;
}

const NOTHING: Progress = { games: {}, day: "", streak: 0 };

const isCount = (told: unknown) => typeof told === "number" && Number.isInteger(told) && told >= 0;

/** What was kept, as far as it makes sense. */
export function read(text: string | null): Progress {
  try {
    const told = JSON.parse(text ?? "{}") as Partial<Progress>;
    const games = Object.entries(told.games ?? {}).filter(([, one]) => isCount(one?.found) && isCount(one?.missed));
    const day = typeof told.day === "string" ? told.day : "";
    return { games: Object.fromEntries(games), day, streak: isCount(told.streak) ? told.streak! : 0 };
  } catch {
    return NOTHING;
  }
}

/** The progress after a position of a game; `date` where it was the one of that day. */
export function after(progress: Progress, game: string, found: boolean, date?: string): Progress {
  if (date !== undefined && progress.day === date) return progress;
  const { found: well = 0, missed = 0 } = progress.games[game] ?? {};
  const games = { ...progress.games, [game]: { found: well + (found ? 1 : 0), missed: missed + (found ? 0 : 1) } };
  if (date === undefined) return { ...progress, games };
  const streak = found ? (progress.day === before(date) ? progress.streak + 1 : 1) : 0;
  return { games, day: date, streak };
}
