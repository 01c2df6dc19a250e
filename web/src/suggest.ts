// What somebody may have meant who typed a name that does not exist.

import type { Game } from "./api";

/** How many letters must be changed, left out, put in or exchanged with their neighbour. */
export function typos(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The games whose names are like a word, the likeliest first. */
export function likelyGames(games: readonly Game[], word: string, most = 5): Game[] {
  const wanted = plain(word);
  if (wanted === "") return [];
  const cost = (game: Game) =>
    Math.min(
      ...[game.id, game.name, ...game.name.split(/\s+/), ...game.aliases].map(plain).filter(Boolean).map((name) => {
        if (name.includes(wanted) || wanted.includes(name)) return Math.abs(name.length - wanted.length) / 10;
        return typos(wanted, name) / Math.max(wanted.length, name.length) + 0.6;
      }),
    );
  return games
    .map((game) => ({ game, cost: cost(game) }))
    .filter((one) => one.cost < 1.1)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, most)
    .map(({ game }) => game);
}
