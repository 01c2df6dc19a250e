// The position of the day: the same for everybody, another game every day.

/** Games that people know, small enough to be solved at once. */
export const DAILY: readonly (readonly [game: string, variant: string])[] = [
  ["chess", "KP-K"],
  ["tictactoe", "3x3"],
  ["connect4", "4x4"],
  ["morris", "three"],
  ["dodgem", "3x3"],
  ["chess", "KR-K"],
  ["achi", "diagonals"],
  ["quixo", "3x3"],
  ["othello", "4x4"],
  ["hareandhounds", "small"],
  ["sim", "6"],
  ["chess", "KQ-K"],
];

export interface Day {
  game: string;
  variant: string;
  seed: number;
  /** As a date is written: 2026-11-18. */
  date: string;
}

const MILLISECONDS = 24 * 60 * 60 * 1000;

/** What a day brings, by the visitor's own calendar. */
export function dayOf(now: Date): Day {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const number = Math.round(Date.UTC(year, month - 1, day) / MILLISECONDS);
  const [game, variant] = DAILY[number % DAILY.length]!;
  const date = [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
  return { game, variant, seed: year * 10000 + month * 100 + day, date };
}

/** The day before. */
export function before(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - MILLISECONDS).toISOString().slice(0, 10);
}
