// What each move comes to: in groups, as several lines, and as a map of the board.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Position, Replay, Value } from "../src/api";
import { findings } from "./axe";
import { DESKTOP, type House, PHONE, asked, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const place = (page: Page) => new URL(page.url()).searchParams.get("p") ?? "";
/** What a move is worth to who makes it, by the value of where it leads. */
const FOR_MOVER: Record<Value, string> = { win: "lose", lose: "win", tie: "tie", draw: "draw" };
/** The rook is attacked: where it goes, White wins, and else it is lost. */
const CHESS = "--------/--------/--------/---k----/----R---/--------/--------/K-------:w";

const SIZES = [
  ["a desktop", DESKTOP, "light"],
  ["a phone in the dark", PHONE, "dark"],
] as const;

test.each(SIZES)("moves stand in groups by what they come to, with their plies, on %s", async (_, options, colorScheme) => {
  const page = await at.open(`/play/tictactoe/3x3?p=${encodeURIComponent("xx-/oo-/---")}`, { ...options, colorScheme, bypassCSP: true });
  await ready(page);
  const told = await asked<Position>(at, `api/v1/games/tictactoe/3x3/position?p=${encodeURIComponent("xx-/oo-/---")}`);
  const seen = await page.locator("aside .groups").evaluate((all) =>
    [...all.querySelectorAll("h3")].flatMap((head) =>
      [...head.nextElementSibling!.querySelectorAll("button")].map((button) => ({
        group: head.innerText.split(/\s+/).find((word) => /^[a-z]+$/.test(word)),
        move: button.querySelector("span")!.textContent,
        plies: Number(button.querySelector(".mark")!.textContent),
      })),
    ),
  );
  const wanted = told.moves.map(({ move, value, remoteness }) => ({ move, group: FOR_MOVER[value!], plies: remoteness! + 1 }));
  const byName = (one: { move: string | null }, other: { move: string | null }) => (one.move! < other.move! ? -1 : 1);
  expect([...seen].sort(byName)).toEqual(wanted.sort(byName));
  expect(new Set(seen.map(({ group }) => group))).toEqual(new Set(["win", "tie", "lose"]));
  // Each group once, the better first.
  expect(await page.locator("aside .groups h3").allInnerTexts()).toHaveLength(3);
  expect(seen[0]!.group).toBe("win");
  // Without hints there is one list, which does not tell.
  await page.getByRole("button", { name: "Hints" }).click();
  await expect.poll(() => page.locator("aside .groups h3").count()).toBe(0);
  expect(await page.locator("aside .groups button").count()).toBe(told.moves.length);
  expect(await findings(page)).toEqual([]);
});

test.each(SIZES)("three best lines follow the board, and each of their moves leads there, on %s", async (_, options, colorScheme) => {
  const page = await at.open("/play/tictactoe/3x3", { ...options, colorScheme, bypassCSP: true, reducedMotion: "reduce" });
  await ready(page);
  const asks: string[] = [];
  page.on("request", (request) => void (/\/(line|position)\?/.test(request.url()) && asks.push(request.url())));
  expect(await page.getByRole("list", { name: "Best lines" }).count()).toBe(0);
  await page.getByLabel("Three best lines").focus();
  await page.keyboard.press(" ");
  const lines = page.getByRole("list", { name: "Best lines" }).locator("li");
  const moves = () => lines.evaluateAll((all) => all.map((line) => [...line.querySelectorAll("button")].map((button) => button.innerText)));
  // From the start all play leads to a full board.
  await expect.poll(async () => (await moves()).map((line) => line.length)).toEqual([9, 9, 9]);
  // A request a line.
  expect(asks.filter((url) => /\/line\?/.test(url))).toHaveLength(3);
  const told = await moves();
  expect(new Set(told.map(([first]) => first)).size).toBe(3);
  for (const line of told) {
    const replay = await asked<Replay>(at, `api/v1/games/tictactoe/3x3/replay?moves=${encodeURIComponent(line.join(" "))}`);
    expect(replay.over?.value).toBe("tie");
  }
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  // The third ply of the second line, with the keyboard.
  const replay = await asked<Replay>(at, `api/v1/games/tictactoe/3x3/replay?moves=${encodeURIComponent(told[1]!.slice(0, 3).join(" "))}`);
  await lines.nth(1).getByRole("button").nth(2).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => place(page)).toBe(replay.plies[2]!.position);
  await expect.poll(() => page.locator(".variations button").count()).toBe(3);
  await expect.poll(async () => (await moves()).map((line) => line.length)).toEqual([6, 6, 6]);
  expect(await page.locator("aside .groups button").allInnerTexts()).toEqual(expect.arrayContaining((await moves()).map(([first]) => expect.stringMatching(new RegExp(`^${first}\\b`)))));
  // It is kept, and nothing is left of it when it is switched off.
  await page.reload();
  await expect.poll(async () => (await moves()).map((line) => line.length)).toEqual([6, 6, 6]);
  await page.getByLabel("Three best lines").uncheck();
  await expect.poll(() => lines.count()).toBe(0);
});

test.each(SIZES)("a heat map tells the best that a move to each square comes to, on %s", async (_, options, colorScheme) => {
  const page = await at.open(`/play/chess/KR-K?p=${encodeURIComponent(CHESS)}`, { ...options, colorScheme, bypassCSP: true });
  await page.locator(".status .worth").waitFor({ timeout: 60_000 });
  expect(await page.locator("[data-heat]").count()).toBe(0);
  await page.getByLabel("Heat map").focus();
  await page.keyboard.press(" ");
  const { scene } = await asked<{ scene: { names: string[] } }>(at, "api/v1/games/chess/KR-K");
  const told = await asked<Position>(at, `api/v1/games/chess/KR-K/position?p=${encodeURIComponent(CHESS)}`);
  const best = new Map<string, [string, number]>();
  for (const { move, value, remoteness } of told.moves) {
    const to = move.split("-")[1]!;
    const worth: [string, number] = [FOR_MOVER[value!], (remoteness ?? -1) + 1];
    const known = best.get(to);
    const isBetter = !known || (known[0] === worth[0] ? worth[1] < known[1] : worth[0] === "win");
    if (isBetter) best.set(to, worth);
  }
  await expect.poll(() => page.locator("[data-heat]").count()).toBe(best.size);
  const seen = await page.locator("[data-heat]").evaluateAll((all) =>
    all.map((one) => [Number(one.getAttribute("data-center")), one.getAttribute("data-heat"), Number(one.textContent)] as const),
  );
  expect(Object.fromEntries(seen.map(([center, value, plies]) => [scene.names[center], [value, plies]]))).toEqual(Object.fromEntries(best));
  // Not by colour alone: another value has another pattern.
  const values = new Set(seen.map(([, value]) => value));
  expect(values.size).toBeGreaterThan(1);
  const patterns = await page.locator("[data-heat]").evaluateAll((all) => all.map((one) => getComputedStyle(one.querySelectorAll("rect")[1]!).fill));
  expect(new Set(patterns).size).toBe(values.size);
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("Heat map").uncheck();
  await expect.poll(() => page.locator("[data-heat]").count()).toBe(0);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
