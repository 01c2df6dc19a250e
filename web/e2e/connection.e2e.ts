// The server goes away and comes back; the network is slow; values come late.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACROSS, DESKTOP, type OwnHouse, PHONE, buttons, ownHouse, ready } from "./visit";

let at: OwnHouse;
beforeAll(async () => void (at = await ownHouse()));
afterAll(() => at?.close());

const stones = (page: Page) => page.locator(".board .stone").count();

test("while the server is gone the board stays, and the game goes on when it is back", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await buttons(page).nth(4).click();
  await expect.poll(() => stones(page)).toBe(1);
  await ready(page);
  await at.stop();
  await buttons(page).first().click();
  await page.getByText("The server does not answer").waitFor();
  expect(await stones(page)).toBe(2);
  expect(await page.locator(".variations li button").count()).toBe(2);
  await page.getByRole("button", { name: "Retry now" }).click();
  await page.waitForTimeout(300);
  expect(await stones(page)).toBe(2);
  await at.start();
  // By itself.
  await expect.poll(() => page.getByText("The server does not answer").count(), { timeout: 30_000 }).toBe(0);
  await ready(page);
  await buttons(page).first().click();
  await expect.poll(() => stones(page)).toBe(3);
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/Failed to load resource/.test(line)));
});

test("the catalogue comes by itself once the server does", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await at.stop();
  await page.getByRole("link", { name: "Hindsight" }).click();
  await page.getByText("The server does not answer").waitFor();
  await at.start();
  await page.locator(".games > li").first().waitFor({ timeout: 60_000 });
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/Failed to load resource/.test(line)));
});

test("who waits for a solve sees how long, and what comes before", async () => {
  const page = await at.open("/");
  let working = { status: "solving", progress: { done: 0, total: 0 }, ahead: 2, expected_seconds: 75 };
  const { view } = (await (await fetch(`${at.address}api/v1/games/quixo/5x5/position`)).json()) as { view: object };
  await page.route("**/position*", (route) => route.fulfill({ status: 202, json: { ...working, view } }));
  await page.goto(`${at.address}play/quixo/5x5`);
  await page.getByText("waiting, 2 before it").waitFor();
  await page.getByText("about 2 minutes").waitFor();
  working = { ...working, progress: { done: 5, total: 10 }, ahead: 0, expected_seconds: 8 };
  await page.getByText("about 10 seconds").waitFor();
  await expect.poll(() => page.getByText(": waiting").count()).toBe(0);
});

/** Where everything stands that a late answer could push aside, on the page and not on the screen. */
const layout = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>(".title, .start, .status, .board, .tools, aside h2, aside form, .front h2, .all, [role=search], .games")];
    return parts.map((part) => {
      const { x, y, width } = part.getBoundingClientRect();
      const name = part.tagName === "H2" ? part.innerText : part.className.split(" ")[0] || part.tagName;
      return { name, at: [x + scrollX, y + scrollY, width] };
    });
  });
type Layout = Awaited<ReturnType<typeof layout>>;

/** What stands elsewhere than before; what rounding does to fractions of a pixel moves nothing. */
function shifted(before: Layout, now: Layout): string[] {
  const names = (parts: Layout) => parts.map(({ name }) => name).join(", ");
  if (names(before) !== names(now)) return [`${names(before)} became ${names(now)}`];
  const far = (at: number) => now[at]!.at.some((value, axis) => Math.abs(value - before[at]!.at[axis]!) > 1.5);
  return now.flatMap(({ name, at: place }, at) => (far(at) ? [`${name} from ${before[at]!.at} to ${place}`] : []));
}

/** A gate at which answers wait. */
class Gate {
  private waiting: (() => void)[] = [];
  private closed = true;
  pass = () => (this.closed ? new Promise<void>((resolve) => this.waiting.push(resolve)) : Promise.resolve());
  close = () => void (this.closed = true);
  open = () => {
    this.closed = false;
    for (const go of this.waiting.splice(0)) go();
  };
}

/** Asks until the game is solved, as a program does. */
async function solved(game: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${at.address}api/v1/games/${game}/position`)).status, { timeout: 60_000 }).not.toBe(202);
}

const SIZES = [
  ["a desktop", DESKTOP],
  ["a phone", PHONE],
  ["a phone held across", ACROSS],
] as const;

test.each(SIZES)("values that come late move nothing on %s", async (_, options) => {
  const games = ["tictactoe/3x3", "nim/3-4-5", "othello/4x4", "quarto/4x4", "sliding/2x3", "chess/KQ-K"];
  await Promise.all(games.map(solved));
  const moved: string[] = [];
  for (const game of games) {
    const page = await at.open("/", options);
    const gate = new Gate();
    let isSolved = false;
    await page.route("**/position*", async (route) => {
      await gate.pass();
      const answer = await route.fetch();
      if (isSolved || answer.status() !== 200) return route.fulfill({ response: answer });
      // As if it was still being solved: what the rules say, without values.
      const { value: _1, remoteness: _2, grundy: _3, margin: _4, found_by: _5, moves, ...view } = await answer.json();
      const bare = moves.map(({ move, position, picture }: Record<string, unknown>) => ({ move, position, picture }));
      const progress = { status: "solving", progress: { done: 0, total: 0 }, ahead: 12, expected_seconds: 4000 };
      return route.fulfill({ status: 202, json: { ...progress, view: { ...view, over: null, moves: bare } } });
    });
    const stays = async (what: string, before: Layout) => {
      const now = await layout(page);
      moved.push(...shifted(before, now).map((part) => `${game}, ${what}: ${part}`));
      return now;
    };
    await page.goto(`${at.address}play/${game}`);
    await page.locator(".board").waitFor();
    const empty = await layout(page);
    gate.open();
    await page.locator("progress").waitFor();
    const waiting = await stays("what the rules say came", empty);
    isSolved = true;
    await page.locator(".status .worth").waitFor();
    await stays("values came", waiting);
    // The same after a move.
    gate.close();
    await page.locator("aside ul button").first().click();
    await expect.poll(() => page.locator(".variations li button").count()).toBe(1);
    const played = await layout(page);
    gate.open();
    await expect.poll(() => page.locator("aside ul button").count()).toBeGreaterThan(0);
    await page.locator(".status .worth").waitFor();
    await stays("values came after a move", played);
    await page.context().close();
  }
  expect(moved).toEqual([]);
});

test.each(SIZES)("nothing is pushed aside while a game comes, in whatever order its parts do, on %s", async (_, options) => {
  const late: [string, RegExp][] = [["its values", /\/position/], ["its description", /\/games\/tictactoe\/3x3$/]];
  for (const [what, path] of late) {
    const page = await at.open("/", options);
    await page.route(path, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return route.continue();
    });
    // What browsers count themselves: how much of the screen moved, and how far.
    await page.addInitScript(() => {
      const seen = ((globalThis as unknown as { shifts: number[] }).shifts = [] as number[]);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${at.address}play/tictactoe/3x3`);
    await ready(page);
    await page.waitForTimeout(300);
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0), `${what} came late`).toBeLessThan(0.01);
    await page.context().close();
  }
});

test.each(SIZES)("that there are no values moves nothing on %s", async (_, options) => {
  const page = await at.open("/", options);
  const gate = new Gate();
  await page.route("**/position*", async (route) => {
    await gate.pass();
    return route.continue();
  });
  await page.goto(`${at.address}play/morris/nine`);
  await page.locator(".board").waitFor();
  const before = await layout(page);
  gate.open();
  await page.getByText("Not solved here").waitFor();
  expect(shifted(before, await layout(page))).toEqual([]);
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/status of 409/.test(line)));
});

test.each(SIZES)("today's puzzle moves nothing when it comes, on %s", async (_, options) => {
  const page = await at.open("/play/tictactoe/3x3", options);
  // A day whose puzzle is told at length.
  await page.clock.setFixedTime(new Date(2026, 10, 20, 12));
  const gate = new Gate();
  await page.route(/\/exercise|\/position/, async (route) => {
    await gate.pass();
    return route.continue();
  });
  await page.goto(at.address);
  await page.locator(".games > li").first().waitFor();
  const before = await layout(page);
  gate.open();
  await page.locator(".riddle .board").waitFor({ timeout: 60_000 });
  await page.getByText("to move.").waitFor();
  const now = (await layout(page)).filter(({ name }) => name !== "board");
  expect(shifted(before, now)).toEqual([]);
});

test.each(SIZES)("the list of games moves nothing when it comes, on %s", async (_, options) => {
  const page = await at.open("/play/tictactoe/3x3", options);
  const gate = new Gate();
  await page.route("**/api/v1/games", async (route) => {
    await gate.pass();
    return route.continue();
  });
  await page.goto(at.address);
  await page.locator(".riddle .board").waitFor({ timeout: 60_000 });
  const before = await layout(page);
  expect(before.length).toBeGreaterThan(4);
  gate.open();
  await page.locator(".games > li").first().waitFor();
  await page.getByRole("link", { name: "Make a game" }).waitFor();
  expect(shifted(before, await layout(page))).toEqual([]);
});

test.each(SIZES)("a part of a move moves nothing on %s", async (_, options) => {
  const page = await at.open("/play/quixo/3x3", options);
  await ready(page);
  for (const hints of [true, false]) {
    if (!hints) await page.getByRole("button", { name: "Hints" }).click();
    const before = await layout(page);
    await buttons(page).first().click();
    await page.getByText("Choose the next part of the move.").waitFor();
    expect(shifted(before, await layout(page))).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.getByText("Choose the next part of the move.").count()).toBe(0);
  }
});

test("the page comes from the server too when the browser keeps it", async () => {
  const page = await at.open("/");
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.reload();
  await page.locator(".games > li").first().waitFor();
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await ready(page);
  // What it keeps it can show: the picture beside the title goes through it.
  expect(await page.evaluate(async () => (await fetch("/icon.svg")).status)).toBe(200);
});

test("a slow network: a game opens, and a move is shown at once", async () => {
  const page = await at.open("/", PHONE);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 20_000 });
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await ready(page);
  // The stone is there before the server can have answered.
  let answered = false;
  page.on("response", (response) => (answered ||= /position/.test(response.url())));
  await buttons(page).first().tap();
  await expect.poll(() => stones(page), { interval: 20 }).toBe(1);
  expect(answered).toBe(false);
});

test("a solved game's values come after at most three requests, and a move takes one or none", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  const asked: string[] = [];
  page.on("request", (request) => /\/api\//.test(request.url()) && asked.push(request.url()));
  await page.reload();
  await ready(page);
  expect(asked.length).toBeLessThanOrEqual(3);
  await page.waitForTimeout(300);
  asked.length = 0;
  await buttons(page).first().click();
  await ready(page);
  await page.waitForTimeout(300);
  expect(asked.length).toBeLessThanOrEqual(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await ready(page);
  expect(asked.length).toBeLessThanOrEqual(1);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
