// Kinds of games beyond the usual: puzzles, Grundy numbers, margins, values that come from no table.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, house, ownHouse, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

test("a puzzle is solved by one, and told as solvable", async () => {
  const page = await at.open("/play/sliding/2x3");
  await ready(page);
  const status = () => page.locator(".status").innerText();
  await expect.poll(status).toMatch(/Your move\s+solvable in 21/);
  expect(await page.getByLabel(/Who plays/).count()).toBe(1);
  await page.locator(".board [role=button].best").first().click();
  await expect.poll(status).toMatch(/Your move\s+solvable in 20/);
  await page.getByLabel("Who plays Player").selectOption("perfect");
  await expect.poll(status, { timeout: 30_000 }).toBe("The puzzle is solved.");
  expect(new URL(page.url()).searchParams.get("p")).toBe("123/45-");
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByText("Farthest from solved: 21 moves").waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/\btie\b/);
});

test("an impartial game shows Grundy numbers", async () => {
  const page = await at.open("/play/nim/3-4-5");
  await ready(page);
  await expect.poll(() => page.locator(".status").innerText()).toContain("Grundy number 2");
  expect(await page.locator("aside ul button.best").first().innerText()).toContain("*0");
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("heading", { name: "Grundy numbers" }).waitFor();
});

test("a scored game says by how much", async () => {
  const page = await at.open("/play/othello/4x4");
  await ready(page);
  await expect.poll(() => page.locator(".status").innerText()).toContain("loses by 8, played for the margin");
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("heading", { name: "Margins" }).waitFor();
});

test("a value that comes from no table says where from", async () => {
  const page = await at.open("/play/quarto/4x4");
  await ready(page);
  const status = () => page.locator(".status").innerText();
  await expect.poll(status).toContain("from the opening table");
  await page.goto(`${at.address}play/quarto/4x4?p=0F-1-A-5-6-C-9--7`);
  await expect.poll(status).toContain("found by a search just now");
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await expect.poll(status).toContain("tie in 9");
  expect(await status()).not.toMatch(/opening|search/);
});

test("what takes longer to search is searched in the background", async () => {
  const page = await at.open("/play/quarto/4x4?p=7--5-8----1--2--C");
  const status = () => page.locator(".status").innerText();
  await expect.poll(status, { timeout: 60_000 }).toContain("tie in 11");
  expect(await status()).toContain("found by a search just now");
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));

test("draws that are told apart are ordered, and better ones look and read otherwise than worse ones", async () => {
  const solve = ["solve", "morris", "--variant", "six:5,5"];
  const own = await ownHouse(solve, [...solve, "--draws", "difference"]);
  // Black gives nothing away at c4, and a stone in the end at c5.
  const page = await own.open("/play/morris/six:5,5?p=---/W--/----/---/---:4,5:b");
  await ready(page);
  await expect.poll(() => page.locator(".status").innerText()).toContain("draw, heading for ±0");
  const list = await page.locator("aside ul button").allInnerTexts();
  const place = (move: string) => list.findIndex((row) => row.startsWith(move));
  expect([list[place("c4")], list[place("c5")]].map((row) => row?.replace(/\s+/g, " "))).toEqual([expect.stringContaining("±0"), expect.stringContaining("−1")]);
  expect(place("c4")).toBeLessThan(place("c5"));
  const badges = page.locator(".board .badge");
  const level = badges.filter({ hasText: "±0" }).locator(".disc").first();
  const worse = badges.filter({ hasText: "−1" }).locator(".disc").first();
  const fill = (disc: typeof level) => disc.evaluate((it) => getComputedStyle(it).fill);
  expect(await fill(level)).not.toBe(await fill(worse));
  expect(await worse.boundingBox()).not.toBeNull();
  await own.close();
});

test("draws with levels say them, on the board and in the list", async () => {
  const own = await ownHouse(["solve", "dao"], ["solve", "dao", "--draws", "levels"]);
  const page = await own.open("/play/dao/4x4");
  await ready(page);
  await expect.poll(() => page.locator(".status").innerText()).toContain("draw, draw-win in 9 of level 0, not pure");
  const groups = (await page.locator("aside h3").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  expect(groups).toEqual([expect.stringContaining("draw, draw-win of level 0 4 moves"), expect.stringContaining("draw, draw-lose of level 0 8 moves")]);
  const list = (await page.locator("aside ul button").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  expect([list[0], list[4]]).toEqual([expect.stringContaining("+9"), expect.stringContaining("−")]);
  await expect.poll(() => page.locator(".board .badge").filter({ hasText: "+9" }).count()).toBeGreaterThan(0);
  await own.close();
});
