// For every listed variant: every legal move can be made by clicks, on a desktop and on a phone, and what
// is clicked is what is played.

import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { About, Game, Move, Position } from "../src/api";
import { type Made, expected, playEverything } from "./driver";
import { DESKTOP, type House, PHONE, asked, house } from "./visit";

let at: House;
let games: Game[];
beforeAll(async () => {
  // Nothing is solved: what can be clicked is a matter of the rules.
  at = await house({ solveSlots: 0 });
  games = (await asked<{ games: Game[] }>(at, "api/v1/games")).games;
}, 300_000);
afterAll(() => at?.close());

/** What the rules say about a position, whether or not it is solved. */
async function view(home: string, position: string): Promise<Position> {
  const told = await asked<Position & { view?: Position }>(at, `${home}/position?p=${encodeURIComponent(position)}`);
  return told.view ?? told;
}

/** A position in the middle of a game played at random; preferably one in which pieces move. */
async function later(home: string, start: string, plies: number): Promise<string> {
  let seed = 20261117;
  let here = await view(home, start);
  let last = start;
  /** A puzzle without a way out stays as it is: nothing is left to click. */
  const goesOn = ({ moves, position }: Position) => moves.some((move) => move.position !== position);
  for (let ply = 0; ply < plies && goesOn(here); ply++) {
    last = here.position;
    seed = (seed * 48271) % 2147483647;
    here = await view(home, here.moves[seed % here.moves.length]!.position);
  }
  return goesOn(here) ? here.position : last;
}

const far = ([x, y]: [number, number], [u, v]: [number, number]) => Math.hypot(x - u, y - v);

async function check(home: string, path: string, position: string, about: About, options: BrowserContextOptions): Promise<string[]> {
  const facts = await view(home, position);
  const page = await at.open(`${path}?p=${encodeURIComponent(position)}`, { ...options, reducedMotion: "reduce" });
  try {
    await page.locator(".board > svg").waitFor();
    const { made, faults } = await playEverything(page);
    const wanted = expected(about.scene, facts);
    /** Whether these clicks mean that move. */
    const means = ({ points, position }: Made, move: Move): boolean => {
      if (move.position !== position) return false;
      const clicked = points.flatMap((point) => (point ? [point] : []));
      const fits = (way: [number, number][][]) =>
        way.length === clicked.length && way.every((places, click) => places.some((place) => far(place, clicked[click]!) < 0.45));
      // What is chosen from a list has no place of its own.
      return points.includes(null) || (wanted.get(move.move) ?? []).some(fits);
    };
    const missing = facts.moves.filter((move) => !made.some((one) => means(one, move)));
    const wrong = made.filter((one) => !facts.moves.some((move) => means(one, move)));
    return [
      ...faults.map((fault) => `${path} ${position}: ${fault}`),
      ...missing.map(({ move }) => `${path} ${position}: ${move} cannot be made`),
      ...wrong.map(({ points, position: became }) => `${path} ${position}: ${became} came of clicks at ${JSON.stringify(points)}`),
    ];
  } finally {
    await page.context().close();
  }
}

const only = process.env.GAME;

test.each([
  ["a desktop", DESKTOP],
  ["a phone", PHONE],
])("every legal move can be made on %s", async (_, options) => {
  const faults: string[] = [];
  for (const { id, variants } of games) {
    if (only && only !== id) continue;
    for (const variant of variants) {
      const home = `api/v1/games/${id}/${encodeURIComponent(variant.id)}`;
      const about = await asked<About>(at, home);
      const path = `/play/${id}/${encodeURIComponent(variant.id)}`;
      // Pieces that move come later in many games; the smaller screen is the harder one.
      const more = options === PHONE ? [await later(home, about.start, 15)] : [];
      for (const position of new Set([about.start, ...more])) {
        faults.push(...(await check(home, path, position, about, options)));
      }
    }
  }
  expect(faults).toEqual([]);
}, 2_400_000);
