import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, buttons, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const spot = (page: Page, name: string) => page.locator(`.board [role=button][aria-label^="${name}"]`);
const place = (page: Page) => new URL(page.url()).searchParams.get("p") ?? "";

test("a mill is closed with one click and a stone taken with the next; Escape goes back a part", async () => {
  const page = await at.open(`/play/morris/three?p=${encodeURIComponent("WW-/BB-/---:1,1:w")}`);
  await ready(page);
  const mill = spot(page, "c3");
  expect(await mill.getAttribute("aria-label")).toMatch(/then another part, wins in/);
  await mill.click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(5);
  expect(await buttons(page).count()).toBe(2);
  expect(place(page)).toBe("WW-/BB-/---:1,1:w");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".board .stone").count()).toBe(4);
  await mill.click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(4);
  await mill.click();
  await spot(page, "takes a2").click();
  await expect.poll(() => place(page)).toBe("WWW/-B-/---:0,1:b");
  await expect.poll(() => page.locator(".board .stone").count()).toBe(4);
});

test("counters are shown with their labels", async () => {
  const page = await at.open("/play/morris/three");
  await ready(page);
  const text = await page.locator("dl.counters").innerText();
  expect(text).toMatch(/White stones in hand\s+\d/);
  await buttons(page).first().click();
  await expect.poll(() => page.locator("dl.counters").innerText()).not.toBe(text);
});

test("pointing at a move shows what it would do", async () => {
  const page = await at.open("/play/quixo/3x3");
  await ready(page);
  expect(await page.locator(".board .coming").count()).toBe(0);
  await page.locator("aside ul button").first().hover();
  await expect.poll(() => page.locator(".board .coming").count()).toBeGreaterThan(0);
});

test("a cube of Quixo is taken and pushed in", async () => {
  const page = await at.open("/play/quixo/3x3");
  await ready(page);
  const rest = await buttons(page).count();
  await buttons(page).first().click();
  for (let part = 0; part < 3 && place(page) === ""; part++) {
    await expect.poll(() => buttons(page).count()).toBeGreaterThan(0);
    await buttons(page).first().click();
    await page.waitForTimeout(300);
  }
  expect(place(page)).toMatch(/X.*:o$/);
  expect(rest).toBeGreaterThan(0);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
