// Connect Four on its usual board, which is searched: what is known at once, and what takes a while.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, type House, PHONE, ownHouse, ready } from "./visit";

let at: House;
// A server of its own: nobody else waits for its searches.
beforeAll(async () => void (at = await ownHouse()));
afterAll(() => at?.close());

// Fourteen discs; published as lost four plies before the board is full.
const LATE = "-------/-------/----R--/R---Y-Y/YRY-Y-R/RYR-Y-R:r";
// Six discs in the middle: seconds to search at least.
const EARLY = "---Y---/---R---/---Y---/---R---/---Y---/---R---:r";

const status = (page: Page) => page.locator(".status").innerText();
const stones = (page: Page) => page.locator(".board .stone").count();
const columns = (page: Page) => page.locator(".board [role=button]");

test("the start and every first answer come from the book", async () => {
  const page = await at.open("/play/connect4/7x6", PHONE);
  await ready(page);
  await expect.poll(() => status(page)).toContain("win in 41");
  expect(await status(page)).toContain("from the opening table");
  await page.getByRole("button", { name: "Just look" }).tap();
  await columns(page).first().tap();
  await expect.poll(() => stones(page)).toBe(1);
  await expect.poll(() => status(page)).toContain("win in 39");
  expect(await status(page)).toContain("from the opening table");
});

test("values stand above the columns, and two people play on", async () => {
  const page = await at.open(`/play/connect4/7x6?p=${LATE}`, DESKTOP);
  await ready(page);
  await expect.poll(() => status(page), { timeout: 60_000 }).toContain("lose in 24");
  expect(await status(page)).toContain("found by a search just now");
  expect(await columns(page).count()).toBe(7);
  // What holds out longest, and what loses soonest.
  await expect.poll(() => page.locator(".board .badge").allTextContents()).toEqual(expect.arrayContaining(["24", "12"]));
  await columns(page).nth(3).click();
  await expect.poll(() => stones(page)).toBe(15);
  await expect.poll(() => status(page)).toContain("Yellow to move");
});

test("while a position is searched, the board is not blocked", async () => {
  const page = await at.open(`/play/connect4/7x6?p=${EARLY}`, PHONE);
  await expect.poll(() => stones(page)).toBe(6);
  await expect.poll(() => status(page)).toContain("Searching");
  await columns(page).first().tap();
  await expect.poll(() => stones(page)).toBe(7);
  await expect.poll(() => status(page)).toContain("Yellow to move");
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect.poll(() => stones(page)).toBe(6);
});

test("the computer answers on a phone", async () => {
  const page = await at.open(`/play/connect4/7x6?p=${LATE}`, PHONE);
  await ready(page);
  await page.getByLabel("Who plays Yellow").selectOption("perfect");
  await columns(page).first().tap();
  await expect.poll(() => stones(page), { timeout: 60_000 }).toBe(16);
  await expect.poll(() => status(page)).toContain("Red to move");
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
