import { afterAll, beforeAll, expect, test } from "vitest";
import { findings } from "./axe";
import { DESKTOP, type OwnHouse, PHONE, ownHouse, ready } from "./visit";

let at: OwnHouse;
beforeAll(async () => void (at = await ownHouse()));
afterAll(() => at?.close());

test("games are listed with pictures, found by words and narrowed by filters", async () => {
  const page = await at.open("/");
  const cards = page.locator(".games > li");
  await cards.first().waitFor();
  const all = await cards.count();
  expect(all).toBeGreaterThanOrEqual(5);
  // A position in play is drawn: fourteen stones of Kono on their board.
  const kono = cards.filter({ hasText: "Five Field Kono" });
  await kono.scrollIntoViewIfNeeded();
  await expect.poll(() => kono.locator("svg g image").count()).toBe(14);

  await page.getByLabel("Search").fill("quixo 3x3");
  await expect.poll(() => cards.count()).toBe(1);
  expect(await cards.locator("a.chip").evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(["/play/quixo/3x3"]);
  await page.getByLabel("Search").fill("no such game");
  await expect.poll(() => cards.count()).toBe(0);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(() => cards.count()).toBe(all);

  await page.getByText("Filters").click();
  await page.locator("label", { has: page.getByText("Positions", { exact: true }) }).locator("select").selectOption("large");
  await expect.poll(() => cards.locator("a.chip[href$='/3x3']").count()).toBe(0);
  expect(await cards.locator("a.chip[href$='/5x5']").count()).toBe(1);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText("Filters").click();
  await page.getByLabel("Positions recur").selectOption("no");
  expect(await cards.locator("h2").allInnerTexts()).toContain("Tic-Tac-Toe");
  expect(await cards.locator("h2").allInnerTexts()).not.toContain("Quixo");
  // Games with Grundy numbers or margins come to an end.
  for (const name of ["Nim", "Kayles", "Chomp", "Othello"]) expect(await cards.locator("h2").allInnerTexts()).toContain(name);
});

test.each([
  ["a desktop", DESKTOP, "light"],
  ["a phone in the dark", PHONE, "dark"],
] as const)("the front page has a puzzle to play at once and games that people know in its first screen, on %s", async (_, options, colorScheme) => {
  const page = await at.open("/", { ...options, colorScheme, bypassCSP: true });
  const { height } = page.viewportSize()!;
  const bottom = async (what: string) => {
    const box = (await page.locator(what).boundingBox())!;
    return box.y + box.height;
  };
  await page.locator(".riddle .board [role=button]").first().waitFor({ timeout: 60_000 });
  expect(await bottom(".riddle .board")).toBeLessThan(height);
  const known = page.locator(".known a");
  expect(await known.count()).toBe(4);
  if (options === DESKTOP) {
    // Each with a position in play, in the columns of the cards below.
    await expect.poll(() => page.locator(".known a .frame svg").count()).toBe(4);
    expect(await bottom(".known li:last-child")).toBeLessThan(height);
    await expect.poll(() => page.locator(".known svg g image").count()).toBeGreaterThan(20);
    const left = (what: string) => page.locator(what).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    const cards = new Set(await left(".games > li"));
    expect((await left(".known li")).filter((x) => !cards.has(x))).toEqual([]);
    await known.first().click();
    await ready(page);
    expect(new URL(page.url()).pathname).toBe("/play/tictactoe/3x3");
    await page.goBack();
    await page.locator(".games > li").first().waitFor();
  } else {
    expect(await known.first().isVisible()).toBe(false);
    expect((await page.locator(".games > li").first().boundingBox())!.y).toBeLessThan(height);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
});

test("games are found by what else people call them", async () => {
  const page = await at.open("/");
  const names = page.locator(".games h2");
  await names.first().waitFor();
  for (const [words, name] of [
    ["reversi", "Othello"],
    ["gomoku", "Generalised Tic-Tac-Toe"],
    ["noughts and crosses", "Tic-Tac-Toe"],
    ["15 puzzle", "Sliding Puzzle"],
    ["four in a row", "Connect Four"],
    ["nine holes", "Men's Morris"],
    ["merels", "Men's Morris"],
    ["mill", "Men's Morris"],
    ["xiangqi", "Chinese chess endgames"],
    ["peg solitaire", "Peg Solitaire"],
  ]) {
    await page.getByLabel("Search").fill(words!);
    await expect.poll(() => names.allInnerTexts(), { message: words }).toContain(name);
  }
  // A mistyped address is led by them, too.
  await page.goto(`${at.address}play/reversi`);
  await page.getByRole("link", { name: "Othello" }).waitFor();
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/status of 404/.test(line)));
});

test("games come first on a phone, those that people know before the others", async () => {
  const page = await at.open("/", PHONE);
  const card = page.locator(".games > li").first();
  await card.waitFor();
  // Below today's puzzle, within the first screen.
  expect((await card.boundingBox())!.y).toBeLessThan(PHONE.viewport!.height + 60);
  expect(await card.locator("h2").innerText()).toBe("Tic-Tac-Toe");
  expect(await page.locator("select:visible").count()).toBe(0);
});

test("a card leads to a variant with values, and large ones say what they take", async () => {
  const page = await at.open("/");
  const quixo = page.locator(".games > li").filter({ has: page.getByRole("heading", { name: "Quixo" }) });
  await quixo.waitFor();
  expect(await quixo.locator("h2 a").getAttribute("href")).toBe("/play/quixo/4x4");
  expect(await quixo.locator("a.chip[href='/play/quixo/5x5']").innerText()).toMatch(/5x5\s+[\d.]+ GiB/);
});

test("a game without a variant opens, and an unknown name gets suggestions", async () => {
  const page = await at.open("/play/tictactoe");
  await page.locator(".board > svg").waitFor();
  expect(new URL(page.url()).pathname).toBe("/play/tictactoe/3x3");
  await page.goto(`${at.address}play/qiuxo`);
  await page.getByRole("alert").waitFor();
  await page.getByRole("link", { name: "Quixo" }).click();
  await page.locator(".board > svg").waitFor();
  await page.goto(`${at.address}conect4`);
  await page.getByRole("link", { name: "Connect Four" }).waitFor();
  await page.goto(`${at.address}play/tictactoe/9x9`);
  await page.getByRole("link", { name: "3x3" }).click();
  await page.locator(".board > svg").waitFor();
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/status of 404/.test(line)));
});

test("a thumbnail does not make the server solve anything", async () => {
  const page = await at.open("/");
  const card = page.locator(".games > li").filter({ hasText: "Generalised Tic-Tac-Toe" });
  await card.scrollIntoViewIfNeeded();
  await card.locator("svg image").first().waitFor();
  await page.waitForTimeout(500);
  const told = (await (await fetch(`${at.address}api/v1/games/mnk/3x3-3`)).json()) as { state: string };
  expect(told.state).toBe("solvable");
});

test("a game opens with a click and Back returns to the catalogue", async () => {
  const page = await at.open("/");
  await page.locator(".games").getByRole("link", { name: "Tic-Tac-Toe", exact: true }).click();
  await ready(page);
  expect(new URL(page.url()).pathname).toBe("/play/tictactoe/3x3");
  await page.goBack();
  await page.locator(".games > li").first().waitFor();
  // Having been played, the game is solved, and the catalogue says what the start is worth. Quarto's is
  // known without tables. The game of today's puzzle is solved too, and may be one more.
  await page.getByText("Filters").click();
  await page.getByLabel("First player").selectOption("tie");
  const listed = () => page.locator(".games h2").allInnerTexts();
  await expect.poll(async () => (await listed()).length).toBeLessThanOrEqual(3);
  await expect.poll(listed).toEqual(expect.arrayContaining(["Tic-Tac-Toe", "Quarto"]));
});

test("an unknown game and an unknown position are told as such", async () => {
  const page = await at.open("/play/tictactoe/9x9");
  await page.getByRole("alert").waitFor();
  await page.goto(`${at.address}play/tictactoe/3x3?p=nonsense`);
  await page.locator(".problem[role=alert]").first().waitFor();
  expect(await page.getByLabel("Position, as it is written").inputValue()).toBe("nonsense");
  await page.getByRole("button", { name: "To the start" }).click();
  await page.locator(".board [role=button]").first().waitFor();
  // The browser itself reports these answers.
  const expected = at.complaints.filter((line) => /status of 40[04]/.test(line));
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !expected.includes(line)));
});

test("the name of a game alone leads to the game, and a misspelt one to what may have been meant", async () => {
  const page = await at.open("/lgame");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/play/lgame/4x4");
  // Without a variant too, as no game of this name is asked for.
  await page.goto(`${at.address}play/tictaktoe`);
  const alert = page.getByRole("alert");
  await expect.poll(() => alert.innerText()).toBe("There is nothing called “tictaktoe”");
  await page.getByRole("link", { name: "Tic-Tac-Toe", exact: true }).waitFor();
});

// A name alone is no address: the server says so, and the page leads on.
test("nothing was complained about", () => expect(at.complaints.filter((line) => !/lgame: .* 404 /.test(line))).toEqual([]));
