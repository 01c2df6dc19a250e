// The site that `hindsight site` writes, at a plain server of files: the browser solves the small games, and says
// what the program would.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Game } from "../src/api";
import { type House, type OwnHouse, aloneHouse, asked, house, lead, ready } from "./visit";

/** Positions of each variant that are compared with the server's: `POSITIONS=1000` for the whole comparison. */
const POSITIONS = Number(process.env.POSITIONS ?? 2);
/** With few positions one variant of each game is compared: the whole comparison takes an hour. */
const isWhole = POSITIONS >= 100;
const PATIENCE = isWhole ? 7_200_000 : 120_000;

interface Small {
  game: string;
  variant: string;
  slots: number | null;
}

let alone: OwnHouse;
let program: House;
/** What the browser solves, by game. */
const small = new Map<string, Small[]>();
let page: Page;

beforeAll(async () => {
  [alone, program] = await Promise.all([aloneHouse(["solve", "quixo", "--variant", "3x3"]), house()]);
  const { games } = await asked<{ games: Game[] }>(alone, "answers/games.json");
  for (const { id: game, variants } of games) {
    const solvable = variants.filter(({ state }) => state === "solvable").map(({ id: variant, slots }) => ({ game, variant, slots }));
    solvable.sort((a, b) => (a.slots ?? 0) - (b.slots ?? 0));
    const chosen = isWhole ? solvable : solvable.slice(0, 1);
    if (chosen.length > 0) small.set(game, chosen);
  }
  page = await alone.open("/");
  await page.locator(".games > li").first().waitFor();
});
afterAll(async () => {
  await alone?.close();
  await program?.close();
});

/** What the page is told where there is no program, asked by the test until it is worked out. */
const told = (addresses: string[]) =>
  page.evaluate(async (addresses) => {
    const scripts = [...performance.getEntriesByType("resource"), ...document.querySelectorAll("link")];
    const names = scripts.map((one) => ("name" in one ? one.name : one.href));
    // Not as `import`, which the test runner puts something else in the place of.
    const fetchScript = new Function("name", "return import(name)") as (name?: string) => Promise<{ answer: (address: string) => Promise<Response> }>;
    const { answer } = await fetchScript(names.find((name) => /\/alone-[^/]*\.js$/.test(name)));
    const all: { status: number; body: string }[] = [];
    for (const address of addresses) {
      let response = await answer(address);
      while (response.status === 202) response = await answer(address);
      all.push({ status: response.status, body: await response.text() });
    }
    return all;
  }, addresses);

/** What the server says to the same. */
async function said(address: string): Promise<{ status: number; body: string }> {
  for (;;) {
    const response = await fetch(new URL(address, program.address));
    const body = await response.text();
    if (response.status !== 202 && response.status !== 503) return { status: response.status, body };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("every small game is told as the program tells it", async () => {
  expect(small.size).toBeGreaterThan(30);
  for (const { game, variant } of [...small.values()].flat()) {
    const home = `/api/v1/games/${encodeURIComponent(game)}/${encodeURIComponent(variant)}`;
    const addresses = [`${home}/position`, `${home}/line?plies=12`, `${home}/exercise?seed=3`];
    for (let seed = 0; seed < POSITIONS; seed++) {
      const random = await said(`${home}/random?seed=${seed}`);
      if (seed === 0) addresses.push(`${home}/random?seed=0`);
      const { position } = JSON.parse(random.body) as { position: string };
      addresses.push(`${home}/position?p=${encodeURIComponent(position)}`);
    }
    const here = await told(addresses);
    for (const [place, address] of addresses.entries()) expect(here[place], address).toEqual(await said(address));
  }
}, PATIENCE);

test("every small game is opened, shows values and is played to the end", async () => {
  for (const [{ game, variant }] of [...small.values()] as [Small][]) {
    await lead(page, `/hindsight/play/${game}/${variant}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const over = page.locator(".status", { hasText: /over|solved\./ });
    const best = page.locator("aside ul button.best").first();
    for (let ply = 0; ply < 80; ply++) {
      await best.or(over).first().waitFor({ timeout: 60_000 });
      if ((await over.count()) > 0) break;
      // Some games never end where both play well: then it is enough that they go on.
      if (ply >= 12 && /draw/.test(await page.locator(".status").innerText())) break;
      const before = page.url();
      await best.click();
      await expect.poll(() => page.url()).not.toBe(before);
    }
    expect(await page.locator(".status").innerText(), game).toMatch(/over|solved\.|draw/);
  }
}, PATIENCE);

test("counts come from the browser too", async () => {
  await lead(page, "/hindsight/play/tictactoe/3x3?view=statistics");
  await page.getByText("5,478").first().waitFor();
  await lead(page, "/hindsight/puzzles");
  await page.locator(".riddle .board").first().waitFor();
});

test("a game that was solved before has its values from tables, and one that is too large has none", async () => {
  const [start] = await told(["/api/v1/games/quixo/3x3/position"]);
  expect(JSON.parse(start!.body)).toMatchObject({ value: "win", remoteness: 7 });
  expect(await said("/api/v1/games/quixo/3x3/position")).toEqual(start);
  await lead(page, "/hindsight/play/morris/nine");
  await page.getByText("Not solved here").first().waitFor();
});

test("its addresses lead where they say, whatever the server knows", async () => {
  const places = { "puzzles": ".riddle", "play/chess/KQ-K": ".status .worth", "play/nim": "main", "?at=play/mnk/3x5-3": ".status .worth", "embed/tictactoe/3x3": ".board" };
  for (const [path, sign] of Object.entries(places)) {
    const visit = await alone.open(`/${path}`);
    await visit.locator(sign).first().waitFor({ timeout: 60_000 });
    await visit.context().close();
  }
});

test("without a network it is still there", async () => {
  const visit = await alone.open("/play/dodgem/3x3");
  await ready(visit);
  await visit.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("everything");
  });
  const keptFiles = () => visit.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
  const files = (await asked<{ games: Game[] }>(alone, "answers/games.json")).games.flatMap(({ variants }) => variants).length;
  await expect.poll(async () => (await keptFiles()).filter((url) => /\/answers\/.*\/.*\.json$/.test(url)).length, { timeout: 60_000 }).toBe(files);
  await expect.poll(async () => (await keptFiles()).some((url) => url.includes("/module/")), { timeout: 60_000 }).toBe(true);
  await alone.stop();
  await visit.reload();
  await ready(visit);
  for (let ply = 0; ply < 3; ply++) {
    const before = visit.url();
    await visit.locator("aside ul button.best").first().click();
    await expect.poll(() => visit.url()).not.toBe(before);
    await ready(visit);
  }
  // A game that was not open before.
  await visit.goto(`${alone.address}play/tictactoe/3x3`);
  await ready(visit);
  await expect.poll(() => visit.locator(".status").innerText()).toContain("tie in 9");
  await alone.start();
}, 120_000);
