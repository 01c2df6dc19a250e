import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const spot = (page: Page, name: string) => page.locator(`.board [role=button][aria-label^="${name}"]`);
const place = (page: Page) => new URL(page.url()).searchParams.get("p") ?? "";

test("a position is set up by clicking", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByRole("button", { name: "Set up" }).click();
  const cell = (name: string) => page.locator(`.board [role=button][aria-label^="${name}:"]`);
  await cell("a3").click();
  await cell("b3").click();
  await page.getByLabel("O", { exact: true }).first().check();
  await cell("a2").click();
  expect(await cell("a2").getAttribute("aria-label")).toBe("a2: O");
  await page.getByRole("button", { name: "Use this position" }).click();
  // X has two more marks than O needs with X to move.
  await page.getByRole("alert").waitFor();
  await cell("b2").click();
  await page.getByRole("button", { name: "Use this position" }).click();
  await ready(page);
  expect(place(page)).toBe("xx-/oo-/---");
  expect(await page.locator(".status").innerText()).toMatch(/X to move\s+win in 1/);
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/status of 400/.test(line)));
});

test("a review finds the mistake and lets it be tried again", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  // O's answer on the edge loses.
  for (const name of ["a1", "b1", "a3"]) {
    await spot(page, name).click();
    await expect.poll(() => page.locator(".variations [aria-current]").innerText()).toContain(name);
  }
  await page.getByText("Review", { exact: true }).click();
  const review = page.locator("details", { hasText: "A mistake is" });
  await expect.poll(() => review.locator("li").count()).toBe(1);
  expect(await review.locator("li").innerText()).toMatch(/O: b1[\s\S]*tie in 8[\s\S]*lose in \d[\s\S]*Best: b2/);
  expect(await page.locator(".variations").getByRole("button", { name: /b1.*a mistake/ }).count()).toBe(1);

  await review.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => page.locator(".note").innerText()).toMatch(/find a move that keeps the tie/);
  expect(await page.locator(".board .shape").count()).toBe(0);
  expect(await review.innerText()).not.toContain("Best:");
  await spot(page, "c2").click();
  await expect.poll(() => page.locator(".note").innerText()).toMatch(/c2 does not hold it either/);
  await spot(page, "b2").click();
  await expect.poll(() => page.locator(".note").innerText()).toBe("b2 keeps the tie.");
  await expect.poll(() => place(page)).toBe("---/-o-/x--");
  await expect.poll(() => page.locator(".variations .fork").count()).toBe(1);
});

test("statistics count positions and lead to the longest win", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await page.getByRole("link", { name: "Statistics" }).click();
  // 5478 positions of tic-tac-toe can arise.
  await page.getByText("5,478").waitFor();
  expect(await page.locator("svg .part").count()).toBeGreaterThan(5);
  const rows = await page.locator("tbody tr").count();
  expect(rows).toBeGreaterThan(10);
  await page.getByRole("link", { name: /Longest win/ }).click();
  await ready(page);
  expect(await page.locator(".status").innerText()).toMatch(/win in \d/);
  await page.goBack();
  await page.getByText("5,478").waitFor();
});

test("rules are told, and the way back to the board keeps the game", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await spot(page, "b2").click();
  await expect.poll(() => place(page)).not.toBe("");
  await page.getByRole("link", { name: "Rules" }).click();
  await page.getByText("X moves first").waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect.poll(() => page.locator(".variations").innerText()).toContain("b2");
  expect(place(page)).toBe("---/-x-/---");
});

test("another variant is a choice away", async () => {
  const page = await at.open("/play/quixo/3x3");
  await page.getByLabel("Variant").selectOption("2x2");
  await expect.poll(() => page.locator(".board .stone").count()).toBe(4);
  expect(new URL(page.url()).pathname).toBe("/play/quixo/2x2");
  await page.goBack();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(9);
});

test("a game that is not solved here can be looked at and played", async () => {
  const page = await at.open("/play/morris/nine");
  await page.getByText("Not solved here").waitFor();
  await page.locator(".board [role=button]").first().click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(1);
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/status of 409/.test(line)));
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
