// For every listed variant: every legal move can be made by clicks, on a desktop and on a phone, and what
// is clicked is what is played.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { About, Game, Move, Position } from "../src/api";
import { type Made, expected, playEverything } from "./driver";
import { ACROSS, DESKTOP, type House, PHONE, asked, house, lead } from "./visit";

/** One game alone, where somebody works on it. */
const only = process.env.GAME;

let at: House;
let subjects: Subject[];
beforeAll(async () => {
  // Nothing is solved: what can be clicked is a matter of the rules.
  at = await house("bare");
  const { games } = await asked<{ games: Game[] }>(at, "api/v1/games");
  subjects = [];
  for (const { id, variants } of games.filter(({ id }) => !only || only === id)) {
    for (const variant of variants) {
      const home = `api/v1/games/${id}/${encodeURIComponent(variant.id)}`;
      const about = await asked<About>(at, home);
      const start = await view(home, about.start);
      subjects.push({ path: `/play/${id}/${encodeURIComponent(variant.id)}`, about, start, later: await later(home, start, 15) });
    }
  }
}, 600_000);
afterAll(() => at?.close());

/** What the rules say about a position, whether or not it is solved. */
async function view(home: string, position: string): Promise<Position> {
  const told = await asked<Position & { view?: Position }>(at, `${home}/position?p=${encodeURIComponent(position)}`);
  return told.view ?? told;
}

/** A variant with two positions: its start, and one in the middle of a game, where pieces move in many. */
interface Subject {
  path: string;
  about: About;
  start: Position;
  later: Position;
}

/** A position in the middle of a game played at random; preferably one in which pieces move. */
async function later(home: string, start: Position, plies: number): Promise<Position> {
  let seed = 20261117;
  let here = start;
  let last = start;
  /** A puzzle without a way out stays as it is: nothing is left to click. */
  const goesOn = ({ moves, position }: Position) => moves.some((move) => move.position !== position);
  for (let ply = 0; ply < plies && goesOn(here); ply++) {
    last = here;
    seed = (seed * 48271) % 2147483647;
    here = await view(home, here.moves[seed % here.moves.length]!.position);
  }
  return goesOn(here) ? here : last;
}

const far = ([x, y]: [number, number], [u, v]: [number, number]) => Math.hypot(x - u, y - v);

async function check(page: Page, { path, about }: Subject, facts: Position): Promise<string[]> {
  const { position } = facts;
  await lead(page, `${path}?p=${encodeURIComponent(position)}`);
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
}

test.each([
  ["a desktop", DESKTOP, ["start"]],
  ["a phone", PHONE, ["start", "later"]],
  ["a phone held across", ACROSS, ["later"]],
] as const)("every legal move can be made on %s", async (_, options, moments) => {
  const page = await at.open("/", { ...options, reducedMotion: "reduce" });
  const faults: string[] = [];
  for (const subject of subjects) {
    const positions = new Map(moments.map((moment) => [subject[moment].position, subject[moment]]));
    for (const position of positions.values()) faults.push(...(await check(page, subject, position)));
  }
  expect(faults).toEqual([]);
}, 2_400_000);
