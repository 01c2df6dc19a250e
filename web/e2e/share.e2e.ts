// Games passed on: as a link, as text, kept in the browser, as a picture, in another page.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACROSS, DESKTOP, type House, PHONE, house, lead } from "./visit";

let at: House;
beforeAll(async () => void (at = await house("bare")));
afterAll(() => at?.close());

const place = (page: Page) => new URL(page.url()).searchParams.get("p") ?? "";
const stones = (page: Page) => page.locator(".board .stone").count();
const played = (page: Page) => page.locator(".variations li button").allInnerTexts();

async function openSharing(page: Page): Promise<void> {
  await page.getByText("Share, keep or load a game").click();
  await page.getByLabel("Link to this game").waitFor();
}

const textOf = async (page: Page, least: RegExp) => {
  const field = page.getByLabel("The game as text");
  await expect.poll(() => field.inputValue()).toMatch(least);
  return field.inputValue();
};

/** A kind of game each: marks, pieces, parts of moves, lines, piles, a puzzle, letters that look like results. */
const KINDS: [string, string][] = [
  ["tictactoe/3x3", "b2 a1 (a3 c3) c3"],
  ["chess/KQ-K", "d1-d5 e8-e7 e1-e2 (d5-d4) e7-f6"],
  ["xiangqi/KR-KA", ""],
  ["morris/three", "a1 c3 b1 c1 c2"],
  ["quixo/3x3", ""],
  ["sim/6", "12 13 14"],
  ["kayles/10", "1-2 4 6-7"],
  ["lgame/4x4", ""],
  ["pegs/triangle5", "d1-a1 f1-d1"],
  ["othello/4x4", ""],
];

test.each(KINDS)("%s: a game comes back from its link and from its text", async (name, given) => {
  const page = await at.open(`/play/${name}?m=${encodeURIComponent(given)}`, { reducedMotion: "reduce" });
  await page.locator(".board > svg").waitFor();
  if (given === "") {
    // The first move of the list, six times.
    for (let ply = 0; ply < 6; ply++) {
      const before = page.url();
      await page.locator("aside ul button").first().click();
      await expect.poll(() => page.url()).not.toBe(before);
      await page.locator("aside ul button").first().waitFor();
    }
  } else await expect.poll(() => place(page)).not.toBe("");
  const [moves, end] = [await played(page), place(page)];
  expect(moves.length).toBeGreaterThan(1);
  await openSharing(page);
  const link = new URL(await page.getByLabel("Link to this game").inputValue());
  const text = await textOf(page, /\[Game "/);
  expect(text).toContain(`[Game "${name.replace("/", " ")}"]`);

  const other = await at.open(link.pathname + link.search, { reducedMotion: "reduce" });
  await expect.poll(() => place(other)).toBe(end);
  await expect.poll(() => played(other)).toEqual(moves);

  // From another game altogether, by its text.
  await lead(other, "/play/nim/3-4-5");
  await other.locator(".board > svg").waitFor();
  await openSharing(other);
  await other.getByLabel("Load a game from text").fill(text);
  await other.getByRole("button", { name: "Load", exact: true }).click();
  await expect.poll(() => new URL(other.url()).pathname).toBe(`/play/${name}`);
  await expect.poll(() => played(other)).toEqual(moves);
  expect(place(other)).toBe(end);
});

test("a board in the middle of a game opens there, and the rest is ahead", async () => {
  const page = await at.open("/play/tictactoe/3x3?m=b2+a1+c3+a3&n=2");
  await expect.poll(() => place(page)).toBe("---/-x-/o--");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => stones(page)).toBe(3);
});

test("a damaged game gets a clear line, and stays to be corrected", async () => {
  const page = await at.open("/play/tictactoe/3x3?m=b2+b2");
  await page.getByText("move 2: 'b2' is no move").waitFor();
  expect(await page.getByText("Loading").count()).toBe(0);
  await page.getByRole("button", { name: "To the start" }).click();
  await page.locator(".board > svg").waitFor();
  await openSharing(page);
  const field = page.getByLabel("Load a game from text");
  for (const [text, why] of [
    ['[Game tictactoe]', /Line 1: a header is written/],
    ["1. a1 (", /Line 1: a parenthesis is not closed/],
    ['[Game "tictactoe"]\n\n1. a1', /header Game is a game and a variant/],
    ['[Event "nothing"]', /no moves in this text/],
    ["1. b2 z9", /move 2: 'z9' is no move/],
  ] as const) {
    await field.fill(text);
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await expect.poll(() => page.locator("#load-problem").innerText()).toMatch(why);
    expect(await field.inputValue()).toBe(text);
    expect(await page.locator(".board > svg").count()).toBe(1);
  }
  // The browser reports what the server refused.
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/status of 400/.test(line)));
});

test("a game is kept in the browser, and forgotten", async () => {
  const page = await at.open("/play/tictactoe/3x3?m=b2+a1", PHONE);
  await expect.poll(() => place(page)).not.toBe("");
  await openSharing(page);
  await textOf(page, /1\. b2 a1/);
  await page.getByLabel("Keep it in this browser as").fill("corner");
  await page.getByRole("button", { name: "Keep", exact: true }).tap();
  await page.getByText('Kept as "corner".').waitFor();
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await openSharing(page);
  await page.getByRole("button", { name: "corner", exact: true }).tap();
  await expect.poll(() => place(page)).toBe("---/-x-/o--");
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Forget corner" }).tap();
  await expect.poll(() => page.getByRole("button", { name: "corner", exact: true }).count()).toBe(0);
});

/** Whether Python has the library that reads games of chess; without it that is not tried. */
const pythonChess = (() => {
  try {
    execFileSync(process.env.PYTHON ?? "python3", ["-c", "import chess.pgn"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

describe.runIf(pythonChess)("python-chess", () => {
  test("reads a game of chess with its alternatives, and comes to the same positions", async () => {
    const page = await at.open("/play/chess/KP-K?m=e2-e4+e8-e7+e4-e5+(e1-e2)+e7-e6+e1-e2&p=" + encodeURIComponent("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    await expect.poll(() => played(page).then((moves) => moves.length)).toBe(6);
    await openSharing(page);
    const text = await textOf(page, /1\. e4/);
    const script = [
      "import chess.pgn, io, json, sys",
      "game = chess.pgn.read_game(io.StringIO(sys.stdin.read()))",
      "assert not game.errors, game.errors",
      "print(json.dumps([[node.san() for node in game.mainline()], game.end().board().fen(), len(list(game.next().next().variations))]))",
    ].join("\n");
    const told = execFileSync(process.env.PYTHON ?? "python3", ["-c", script], { input: text });
    expect(JSON.parse(String(told))).toEqual([["e4", "Ke7", "e5", "Ke6", "Ke2"], expect.stringContaining("8/8/4k3/4P3/8/8/4K3/8 b - -"), 2]);
  });
});

test.each([
  ["a desktop", DESKTOP],
  ["a phone", PHONE],
])("a position is a picture on %s, and shows the pieces", async (_, options) => {
  const page = await at.open("/play/chess/KQ-K", { ...options, acceptDownloads: true });
  await page.locator(".board > svg").waitFor();
  await openSharing(page);
  const file = async (kind: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: kind, exact: true }).click()]);
    expect(download.suggestedFilename()).toBe(`chess-KQ-K.${kind.toLowerCase()}`);
    return readFileSync(await download.path());
  };
  const svg = String(await file("SVG"));
  expect(svg).not.toMatch(/href="(?!data:)/);
  // The board and three men.
  expect(svg.match(/<image /g)).toHaveLength(4);
  const png = await file("PNG");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  // As many colours as a board with men has: an empty picture has one.
  const colours = await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(data)], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const seen = new Set<number>();
    for (let dot = 0; dot < pixels.length; dot += 4) seen.add((pixels[dot]! << 16) | (pixels[dot + 1]! << 8) | pixels[dot + 2]!);
    return seen.size;
  }, [...png]);
  expect(colours).toBeGreaterThan(20);
});

test("a board in another page can be played on, and leads here", async () => {
  const page = await at.open("/", ACROSS);
  await page.setContent(`<iframe src="${at.address}embed/tictactoe/3x3?m=b2+a1" width="400" height="480"></iframe>`);
  const frame = page.frameLocator("iframe");
  await expect.poll(() => frame.locator(".board .stone").count()).toBe(2);
  await frame.locator(".board [role=button]").first().click();
  await expect.poll(() => frame.locator(".board .stone").count()).toBe(3);
  expect(await frame.locator("header, aside, nav").count()).toBe(0);
  expect(await frame.getByRole("link", { name: "Open in Hindsight" }).getAttribute("href")).toMatch(/^\/play\/tictactoe\/3x3\?m=b2\+a1\+/);
});

test("nothing was complained about", () => expect(at.complaints.filter((line) => !/status of 409/.test(line))).toEqual([]));
