// Rules that teach: a move to click through, the rules in words, and the notation folded away.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { About, Game, Lesson } from "../src/api";
import { entities } from "../src/scene";
import { findings } from "./axe";
import { DESKTOP, type House, PHONE, asked, house, lead } from "./visit";

let at: House;
beforeAll(async () => void (at = await house("bare")));
afterAll(() => at?.close());

const pieces = (picture: { entities: string }) => entities({ ...picture, counters: [] }).filter((glyph) => glyph !== "-").length;

test.each([
  ["a desktop", DESKTOP, "light"],
  ["a phone in the dark", PHONE, "dark"],
] as const)("an example move is clicked through by keyboard, and notation is folded, on %s", async (_, options, colorScheme) => {
  const page = await at.open("/play/morris/nine?view=rules", { ...options, colorScheme, bypassCSP: true, reducedMotion: "reduce" });
  const lesson = await asked<Lesson>(at, "api/v1/games/morris/nine/lesson");
  // A stone closes a mill, and another is taken.
  expect(lesson.parts).toHaveLength(2);
  const figure = page.getByRole("figure", { name: "An example move" });
  const stones = figure.locator(".board .stone");
  const caption = () => figure.locator("[role=status]").innerText();
  await expect.poll(() => stones.count()).toBe(pieces(lesson.parts[0]!.picture));
  expect(await caption()).toMatch(/^(White|Black) to move here\.$/);
  expect(await figure.locator(".shown").count()).toBe(0);
  const next = figure.getByRole("button", { name: "Next" });
  await next.focus();
  for (const [at, { button, picture }] of lesson.parts.entries()) {
    await page.keyboard.press("Enter");
    await expect.poll(caption).toMatch(new RegExp(`^Click ${at + 1} of 2: `));
    expect(await figure.locator(".shown").getAttribute("data-kind")).toBe(button.kind);
    await expect.poll(() => stones.count()).toBe(pieces(picture));
  }
  await page.keyboard.press("Enter");
  await expect.poll(caption).toMatch(/^The position after /);
  await expect.poll(() => stones.count()).toBe(pieces(lesson.picture));
  expect(await figure.locator(".shown").count()).toBe(0);
  expect(await figure.locator(".touched").count()).toBeGreaterThan(0);
  expect(await next.isDisabled()).toBe(true);
  await figure.getByRole("button", { name: "Back" }).click();
  await expect.poll(caption).toMatch(/^Click 2 of 2: /);
  // The rules stand there, the notation behind a click.
  const notation = page.getByText(/^Positions are written/);
  expect(await page.getByText("Three of your stones on a line are a mill").isVisible()).toBe(true);
  expect(await notation.isVisible()).toBe(false);
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByText("How positions and moves are written").click();
  await notation.waitFor();
});

test("every game of the catalogue shows a move that changes its board", async () => {
  const { games } = await asked<{ games: Game[] }>(at, "api/v1/games");
  const page = await at.open("/play/morris/nine?view=rules");
  for (const { id, variants } of games) {
    const place = `${id}/${variants[0]!.id}`;
    await lead(page, `/play/${place}?view=rules`);
    const figure = page.getByRole("figure", { name: "An example move" });
    await figure.locator(".board > svg").waitFor();
    const { help, notation } = await asked<About>(at, `api/v1/games/${place}`);
    // What is in the text is on the page, apart.
    expect(await page.locator("article details").count(), place).toBe(1);
    const told = (await page.locator("article").evaluate((all) => all.textContent)) ?? "";
    expect(told.replace(/\s+/g, "").length, place).toBeGreaterThan(help.replace(/\s+/g, "").length);
    expect(notation.length).toBeLessThan(help.length);
    const next = figure.getByRole("button", { name: "Next" });
    let shown = 0;
    for (let step = 0; step < 12 && !(await next.isDisabled()); step++) {
      await next.click();
      shown += await figure.locator(".shown").count();
    }
    expect(await figure.locator("[role=status]").innerText(), place).toMatch(/^The position after /);
    expect(shown, place).toBeGreaterThan(0);
    expect(await figure.locator(".board .stone, .board text.counter").count(), place).toBeGreaterThan(0);
  }
}, 240_000);

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
