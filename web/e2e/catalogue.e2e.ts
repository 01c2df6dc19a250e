import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

test("games are listed with pictures, found by words and narrowed by filters", async () => {
  const page = await at.open("/");
  const cards = page.locator(".games > li");
  await cards.first().waitFor();
  const all = await cards.count();
  expect(all).toBeGreaterThanOrEqual(5);
  // The start itself is drawn: fourteen stones of Kono on their board.
  const kono = cards.filter({ hasText: "Five Field Kono" });
  await expect.poll(() => kono.locator("svg g image").count()).toBe(14);

  await page.getByLabel("Search").fill("quixo 3x3");
  await expect.poll(() => cards.count()).toBe(1);
  expect(await cards.locator("a.chip").evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(["/play/quixo/3x3"]);
  await page.getByLabel("Search").fill("no such game");
  await expect.poll(() => cards.count()).toBe(0);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(() => cards.count()).toBe(all);

  await page.getByLabel("Size").selectOption("large");
  await expect.poll(() => cards.locator("a.chip[href$='/3x3']").count()).toBe(0);
  expect(await cards.locator("a.chip[href$='/5x5']").count()).toBe(1);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByLabel("Positions recur").selectOption("no");
  expect(await cards.locator("h2").allInnerTexts()).toContain("Tic-Tac-Toe");
  expect(await cards.locator("h2").allInnerTexts()).not.toContain("Quixo");
});

test("a thumbnail does not make the server solve anything", async () => {
  const page = await at.open("/");
  await page.locator(".games svg image").first().waitFor();
  await page.waitForTimeout(500);
  const told = (await (await fetch(`${at.address}api/v1/games/tictactoe/3x3`)).json()) as { state: string };
  expect(told.state).toBe("solvable");
});

test("a game opens with a click and Back returns to the catalogue", async () => {
  const page = await at.open("/");
  await page.getByRole("link", { name: "Tic-Tac-Toe", exact: true }).click();
  await ready(page);
  expect(new URL(page.url()).pathname).toBe("/play/tictactoe/3x3");
  await page.goBack();
  await page.locator(".games > li").first().waitFor();
  // Having been played, the game is solved, and the catalogue says what the start is worth. Quarto's is
  // known without tables.
  await page.getByLabel("First player").selectOption("tie");
  await expect.poll(() => page.locator(".games h2").allInnerTexts()).toEqual(["Tic-Tac-Toe", "Quarto"]);
});

test("an unknown game and an unknown position are told as such", async () => {
  const page = await at.open("/play/tictactoe/9x9");
  await page.getByRole("alert").waitFor();
  await page.goto(`${at.address}play/tictactoe/3x3?p=nonsense`);
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.locator(".board [role=button]").first().waitFor();
  // The browser itself reports these answers.
  const expected = at.complaints.filter((line) => /status of 40[04]/.test(line));
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !expected.includes(line)));
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
