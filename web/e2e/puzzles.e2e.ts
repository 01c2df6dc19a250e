// Positions to think about: today's on the front page, and as many as one likes.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Exercise, Position } from "../src/api";
import { DAILY, dayOf } from "../src/daily";
import { findings } from "./axe";
import { DESKTOP, type House, PHONE, asked, house } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

/** The move to find, as the server knows it, and one that is not it. */
async function moves(exercise: Exercise): Promise<{ right: string; wrong: string }> {
  const home = `api/v1/games/${exercise.game}/${exercise.variant}`;
  const told = await asked<Position>(at, `${home}/position?p=${encodeURIComponent(exercise.position)}`);
  const isRight = ({ value }: Position["moves"][number]) => (exercise.task === "win" ? value === "lose" : value !== "win");
  expect(told.moves.filter(isRight)).toHaveLength(1);
  return { right: told.moves.find(isRight)!.move, wrong: told.moves.find((move) => !isRight(move))!.move };
}

const exerciseOf = (page: Page) => page.waitForResponse((response) => /\/exercise\?/.test(response.url()) && response.status() === 200, { timeout: 60_000 }).then((response) => response.json() as Promise<Exercise>);
const said = (page: Page) => page.locator(".riddle .said").innerText();
const spot = (page: Page, name: string) => page.locator(`.riddle .board [role=button][aria-label="${name}"]`);

/** A day whose game is played by single clicks. */
const DAY = (() => {
  for (let day = 1; ; day++) {
    const now = new Date(2026, 10, day, 12);
    if (dayOf(now).game === "tictactoe") return now;
  }
})();

test.each([
  ["a desktop", DESKTOP, "light"],
  ["a phone in the dark", PHONE, "dark"],
] as const)("today's puzzle is on the front page and is solved there, on %s", async (_, options, colorScheme) => {
  const page = await at.open("/puzzles", { ...options, colorScheme, bypassCSP: true });
  await page.clock.setFixedTime(DAY);
  const drawn = exerciseOf(page);
  await page.goto(at.address);
  const exercise = await drawn;
  const { right, wrong } = await moves(exercise);
  await spot(page, right).waitFor();
  // The whole board is seen at once, with a game of the catalogue below it on the phone's second screen.
  const board = (await page.locator(".riddle .board").boundingBox())!;
  expect(board.y + board.height).toBeLessThan(page.viewportSize()!.height);
  expect(await page.locator(".riddle .shape").count()).toBe(0);
  await spot(page, wrong).click();
  await expect.poll(() => said(page)).toMatch(new RegExp(`^${wrong} is not it: it (ties|loses|draws)`));
  await spot(page, right).click();
  await expect.poll(() => said(page)).toMatch(new RegExp(`^Right: ${right} (wins: win in \\d+|does not lose)`));
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "Play on from here" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("p")).toBe(exercise.position);
});

test("every game that has a day has positions for it", async () => {
  for (const [game, variant] of DAILY) {
    const told = await fetch(`${at.address}api/v1/games/${game}/${variant}`);
    expect(told.status, `${game} ${variant}`).toBe(200);
    expect(((await told.json()) as { state: string }).state, `${game} ${variant}`).not.toBe("unsolved");
  }
});

test("puzzles of a game follow one another, by keyboard alone, and are counted", async () => {
  const page = await at.open("/puzzles/tictactoe/3x3?seed=4", { reducedMotion: "reduce" });
  const first = await asked<Exercise>(at, "api/v1/games/tictactoe/3x3/exercise?seed=4");
  const { right } = await moves(first);
  await spot(page, right).waitFor();
  await spot(page, right).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => said(page)).toMatch(/^Right:/);
  await page.getByText("found at the first try: 1, missed: 0").waitFor();
  const next = exerciseOf(page);
  await page.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  const second = await next;
  expect(new URL(page.url()).searchParams.get("seed")).not.toBe("4");
  await page.getByRole("button", { name: "Show the move" }).click();
  const { right: other } = await moves(second);
  await expect.poll(() => said(page)).toContain(`The move is ${other}`);
  await page.getByText("found at the first try: 1, missed: 1").waitFor();
  // It outlives a reload.
  await page.reload();
  await page.getByText("found at the first try: 1, missed: 1").waitFor();
});

test("a level can be chosen, and all games are listed", async () => {
  const page = await at.open("/puzzles/tictactoe/3x3?seed=1", PHONE);
  await page.getByLabel("Difficulty").selectOption("easy");
  await expect.poll(() => page.locator(".riddle .level").innerText()).toMatch(/^Easy: one of \d+ moves/);
  expect(new URL(page.url()).searchParams.get("level")).toBe("easy");
  await page.getByRole("link", { name: "All games" }).click();
  await page.getByRole("heading", { name: "Today's puzzle" }).waitFor();
  await expect.poll(() => page.locator("main li a").allInnerTexts()).toContain("Tic-Tac-Toe");
  expect(await page.locator("main li a").allInnerTexts()).not.toContain("Peg Solitaire");
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
