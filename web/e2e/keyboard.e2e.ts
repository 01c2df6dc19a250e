// Whole games with the keyboard alone, one for each way in which moves are made.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, house } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const ARROWS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] as const;

/** Whether the keyboard is on something that makes a move: on the board, or one of the buttons below it. */
const onMove = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.board [role=button], .pile button, [aria-label="Other moves"] button') != null);

/** As long as somebody can move, the page says who. */
const isOver = async (page: Page) => !/to move|Your move|Loading/.test(await page.locator(".status").innerText());

/** What a key can change: the position, what is taken up, the parts that were chosen. */
const state = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll(".board [role=button]")].map((button) => button.getAttribute("aria-label"));
    return [location.href, ...labels, document.querySelector(".pile")?.textContent].join("|");
  });

test.each([
  ["spots", "/play/tictactoe/3x3", 5],
  ["a piece, then a square", "/play/foxandgeese/4x4", 4],
  ["a line by its ends", "/play/tactix/3x3", 3],
  ["parts: a cube, then a side", "/play/quixo/2x2", 3],
  ["parts: a mill, then what it takes", "/play/morris/six:3,3?p=WW-/---/---W/B-B/B--:0,0:w", 1],
  ["a puzzle", "/play/pegs/triangle4", 5],
  ["a list below the board", "/play/othello/4x4?p=BBBB/BBB-/WBWW/-BB-:w", 4],
])("%s: a game is played to its end", async (_, path, least) => {
  const page = await at.open(path, { reducedMotion: "reduce" });
  await page.locator(".status .worth").waitFor({ timeout: 60_000 });
  let made = 0;
  for (let step = 0; step < 150 && !(await isOver(page)); step++) {
    for (let tabs = 0; tabs < 60 && !(await onMove(page)); tabs++) await page.keyboard.press("Tab");
    expect(await onMove(page), `${page.url()}: the keyboard finds a move`).toBe(true);
    // Not always what is offered first.
    if (step % 5 === 4) await page.keyboard.press(ARROWS[step % 4]!);
    const [before, where] = [await state(page), page.url()];
    await page.keyboard.press(step % 2 === 0 ? "Enter" : " ");
    await expect.poll(() => state(page), { message: `${where}, step ${step}` }).not.toBe(before);
    if (page.url() === where) continue;
    made++;
    await expect.poll(async () => (await isOver(page)) || (await page.locator(".status .worth").count()) > 0).toBe(true);
  }
  expect(await isOver(page)).toBe(true);
  expect(made).toBeGreaterThanOrEqual(least);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
