// A game of one's own: rules are written, a mistake is marked and mended, the game is solved, played to its end
// and passed on.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findings } from "./axe";
import { DESKTOP, type House, PHONE, buttons, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const RULES = `game "Three in a corner"
board grid 3x2
piece stone x o
turn place a stone on an empty point
win my stones make a line of 2
tie board is full
`;

const field = (page: Page) => page.getByRole("textbox", { name: "Rules" });
const told = (page: Page) => page.locator("#mistake");
const right = (page: Page) => told(page).getByText("These are rules of a game.").waitFor();
const play = (page: Page) => page.getByRole("button", { name: "Solve and play" });

test("a wrong word is marked, told and mended", async () => {
  const page = await at.open("/make");
  await right(page);
  // What an author finds is a game.
  await page.getByRole("heading", { name: "Four Corners" }).waitFor();
  await field(page).fill(RULES.replace("place", "plaice"));
  await expect.poll(() => told(page).innerText()).toBe("Line 4, column 6: expected an action, not 'plaice'; did you mean 'place'?");
  expect(await page.locator(".marked").allInnerTexts()).toEqual(["plaice"]);
  expect(await field(page).getAttribute("aria-invalid")).toBe("true");
  expect(await play(page).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Write “place”" }).click();
  await right(page);
  expect(await field(page).inputValue()).toBe(RULES);
  expect(await page.locator(".marked").count()).toBe(0);
  // What follows from the rules.
  await page.getByRole("heading", { name: "Three in a corner" }).waitFor();
  await page.getByText(/^index: \d+ slots in 7 tiers/).waitFor();
  expect(await page.getByRole("img", { name: "The board at the start" }).locator("image").count()).toBe(1);
});

test("the board is drawn as one types, and the mark stands below the words", async () => {
  const page = await at.open("/make");
  await right(page);
  await field(page).fill(RULES);
  await right(page);
  const picture = page.locator(".outcome image").first();
  const before = await picture.getAttribute("href");
  await field(page).press("ControlOrMeta+Home");
  for (let key = 0; key < 2; key++) await field(page).press("ArrowDown");
  await field(page).press("ArrowLeft");
  await field(page).press("Backspace");
  await field(page).pressSequentially("3");
  await expect.poll(() => picture.getAttribute("href")).not.toBe(before);
  // What is typed and what is coloured have the same lines.
  const sizes = await page.evaluate(() =>
    [".editor pre", ".editor textarea"].map((part) => {
      const { font, lineHeight, padding, letterSpacing } = getComputedStyle(document.querySelector(part)!);
      const { x, y } = document.querySelector(part)!.getBoundingClientRect();
      return { font, lineHeight, padding, letterSpacing, x, y };
    }),
  );
  expect(sizes[0]).toEqual(sizes[1]);
});

test.each([
  ["a desktop", DESKTOP],
  ["a phone", PHONE],
])("a game is solved, played to its end and counted on %s", async (_, options) => {
  const page = await at.open("/make", options);
  await right(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await field(page).fill(RULES);
  await right(page);
  await play(page).click();
  await ready(page);
  expect(new URL(page.url()).pathname).toMatch(/^\/play\/made-[0-9a-f]{20}\/standard$/);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Three in a corner");
  // The first player wins in 3: whatever is answered to the best first move, a line follows.
  for (let ply = 1; ply <= 3; ply++) {
    await page.locator("aside ul button").first().click();
    await expect.poll(() => page.locator(".board .stone").count()).toBe(ply);
    if (ply < 3) await ready(page);
  }
  await expect.poll(() => page.locator(".status").innerText()).toMatch(/^The game is over: X wins/);
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.locator("main table").first().waitFor();
  // From the rules back to their text.
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.getByRole("link", { name: "Change these rules" }).click();
  await expect.poll(() => field(page).inputValue()).toBe(RULES);
});

test("a link has the whole text, and a file is read as it was saved", async () => {
  const page = await at.open("/make", { acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"] });
  await right(page);
  await field(page).fill(RULES);
  await right(page);
  await page.getByRole("button", { name: "Copy a link" }).click();
  await page.getByText("Link copied").waitFor();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.pathname).toBe("/make");
  const other = await at.open(link.pathname + link.hash);
  await expect.poll(() => field(other).inputValue()).toBe(RULES);
  await other.getByRole("heading", { name: "Three in a corner" }).waitFor();
  // The address of the page is such a link too: a reload loses nothing.
  await field(other).fill(RULES.replace("3x2", "2x2"));
  await right(other);
  await expect.poll(() => other.url()).not.toBe(link.href);
  await other.reload();
  await expect.poll(() => field(other).inputValue()).toBe(RULES.replace("3x2", "2x2"));

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download", exact: true }).click()]);
  expect(download.suggestedFilename()).toBe("three-in-a-corner.game");
  const path = await download.path();
  expect(readFileSync(path, "utf8")).toBe(RULES);
  await field(page).fill("");
  await page.locator("input[type=file]").setInputFiles({ name: "a.game", mimeType: "text/plain", buffer: readFileSync(path) });
  await expect.poll(() => field(page).inputValue()).toBe(RULES);
  await page.goto(`${at.address}make#t=broken!`);
  await page.getByText("The link is damaged").waitFor();
});

test("keys alone do", async () => {
  const page = await at.open("/make");
  await right(page);
  const name = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? "");
  for (let tabs = 0; tabs < 20 && (await name()) !== "Rules"; tabs++) await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(RULES.replace("win my", "win mi"));
  await page.locator(".marked").waitFor();
  // Tab leaves the field: to the word that is offered, or to the mistake.
  await page.keyboard.press("Tab");
  while (!/^Go there/.test(await name())) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await name()).toBe("Rules");
  await page.keyboard.insertText("my");
  await right(page);
  await page.keyboard.press("Tab");
  while ((await name()) !== "Solve and play") await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await ready(page);
  await buttons(page).first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".board .stone").count()).toBe(1);
});

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test("nothing keeps people out", async () => {
    const page = await at.open("/make", { colorScheme, bypassCSP: true });
    await right(page);
    expect(await findings(page)).toEqual([]);
    await field(page).fill(RULES.replace("win", "wni"));
    await page.locator(".marked").waitFor();
    expect(await findings(page)).toEqual([]);
  });
});

test("the page speaks German, and what is wrong stays as the server says it", async () => {
  const page = await at.open("/make", { locale: "de-DE" });
  await page.getByRole("heading", { level: 1, name: "Ein Spiel erfinden" }).waitFor();
  await page.getByText("Das sind Regeln eines Spiels.").waitFor();
  await page.getByRole("textbox", { name: "Regeln" }).fill(RULES.replace("board is", "bord is"));
  await expect.poll(() => told(page).innerText()).toMatch(/^Zeile 6, Spalte \d+: .+/);
  await page.getByRole("button", { name: "Lösen und spielen" }).waitFor();
});

test("a game that was forgotten leads back to where games are made", async () => {
  const page = await at.open("/play/made-00000000000000000000/standard");
  await page.getByText("whoever has the text can have it made again").waitFor();
  await page.getByRole("link", { name: "Make a game" }).click();
  await right(page);
  // The browser reports what the server does not have.
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/status of 404/.test(line)));
});

test("the page is there for those who look for it, and light for all others", async () => {
  const page = await at.open("/");
  await page.getByRole("link", { name: "Make a game" }).click();
  await right(page);
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await ready(page);
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(names.filter((name) => /\/Make-/.test(name))).toEqual([]);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
