// The page in another language than English.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findings } from "./axe";
import { type House, PHONE, buttons, house, ready } from "./visit";

/** The narrowest phone. */
const NARROW = { width: 360, height: 740 };

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const status = (page: Page) => page.locator(".status > span").first().innerText();
const spoken = (page: Page) => page.evaluate(() => document.documentElement.lang);
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("a German browser on a phone plays in German", async () => {
  const page = await at.open("/play/morris/three", { ...PHONE, viewport: NARROW, locale: "de-AT", bypassCSP: true });
  await ready(page);
  // Every button has room in its box.
  expect(await page.locator(".start").evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(await spoken(page)).toBe("de");
  expect(await status(page)).toBe("Weiß am Zug");
  await page.getByRole("button", { name: "Zu zweit" }).tap();
  await page.getByRole("button", { name: "Hinweise" }).tap();
  await ready(page);
  for (const side of ["Schwarz am Zug", "Weiß am Zug", "Schwarz am Zug"]) {
    await buttons(page).first().tap();
    await expect.poll(() => status(page)).toBe(side);
    await ready(page);
  }
  expect(await page.locator(".status .worth").innerText()).toMatch(/^(gewonnen|verloren|unentschieden|remis)/);
  await expect.poll(() => page.locator("p.unseen[aria-live]").innerText()).toMatch(/^Weiß: .*\. Schwarz am Zug: /);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Aufgeben" }).tap();
  await expect.poll(() => status(page)).toBe("Die Partie ist zu Ende: Weiß gewinnt, Schwarz hat aufgegeben.");
});

test.each(["/", "/puzzles", "/play/quixo/4x4", "/play/tictactoe/3x3?view=statistics", "/play/tictactoe/3x3?view=rules", "/play/nothing"])(
  "%s in German is accessible, and does not scroll sideways on a phone",
  async (path) => {
    const page = await at.open(path, { ...PHONE, viewport: NARROW, locale: "de", bypassCSP: true });
    await page.locator("main h1, main h2, main p").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await findings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  },
);

test("the language is chosen, at once and for good; English names of games say that they are English", async () => {
  const page = await at.open("/play/morris/three", { locale: "en" });
  await ready(page);
  expect(await spoken(page)).toBe("en");
  expect(await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /\/de-/.test(name)).length)).toBe(0);
  await buttons(page).first().click();
  await page.getByText("Display").click();
  await page.getByLabel("Language").selectOption({ label: "Deutsch" });
  await page.getByText("Anzeige").click();
  await expect.poll(() => status(page)).toBe("Schwarz am Zug");
  expect(await spoken(page)).toBe("de");
  const pieces = await page.locator(".board .stone").count();
  await page.reload();
  await ready(page);
  expect(await spoken(page)).toBe("de");
  expect(await status(page)).toBe("Schwarz am Zug");
  expect(await page.locator(".board .stone").count()).toBe(pieces);
  expect(await page.locator("h1").getAttribute("lang")).toBe("en");
  await page.getByRole("link", { name: "Statistik" }).click();
  // Numbers are written as Germans write them.
  await page.getByText(/^\d{1,3}(\.\d{3})+$/).first().waitFor();
  await page.getByText("Anzeige").click();
  await page.getByLabel("Sprache").selectOption({ label: "English" });
  await page.getByRole("link", { name: "Statistics" }).waitFor();
  expect(await spoken(page)).toBe("en");
});

test("a language that cannot be fetched leaves the page in English", async () => {
  const page = await at.open("/healthz", { locale: "de" });
  await page.route(/\/assets\/de-/, (route) => route.abort());
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await ready(page);
  expect(await status(page)).toBe("X to move");
  expect(await spoken(page)).toBe("en");
  await page.context().close();
  at.complaints.splice(0, Infinity, ...at.complaints.filter((text) => !/\/assets\/de-/.test(text)));
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
