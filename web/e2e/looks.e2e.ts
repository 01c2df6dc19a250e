// What boards look like and sound like: themes, the last move, the line that ended the game, motion, tones.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findings } from "./axe";
import { DESKTOP, type House, PHONE, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const spot = (page: Page, name: string) => page.locator(`.board [role=button][aria-label^="${name}"]`);
const board = (page: Page) => page.locator(".board > svg .backdrop").first();

test.each([
  ["a desktop", DESKTOP, "light"],
  ["a phone in the dark", PHONE, "dark"],
] as const)("boards have themes, which are kept, on %s", async (_, options, colorScheme) => {
  const page = await at.open("/play/tictactoe/3x3?p=x--%2F-o-%2F---", { ...options, colorScheme, bypassCSP: true, reducedMotion: "reduce" });
  await ready(page);
  const filter = () => board(page).evaluate((image) => getComputedStyle(image).filter);
  const seen = new Map<string, string>();
  expect(await filter()).toBe("none");
  await page.getByText("Display").click();
  for (const [id, name] of [["usual", "As drawn"], ["wood", "Wood"], ["slate", "Slate"], ["paper", "Paper"], ["contrast", "High contrast"]] as const) {
    await page.getByLabel("Boards").selectOption({ label: name });
    if (id !== "usual") await expect.poll(filter).toContain(`#board-${id}`);
    else await expect.poll(filter).toBe("none");
    const shot = (await page.locator(".board").screenshot()).toString("base64");
    expect([...seen.values()], `${name} looks like another`).not.toContain(shot);
    seen.set(id, shot);
    expect(await findings(page), name).toEqual([]);
  }
  await page.reload();
  await ready(page);
  await expect.poll(filter).toContain("#board-contrast");
});

test.each(["/play/quarto/4x4", "/play/chess/KQ-K", "/play/dodgem/3x3"])("values on pieces leave most of them in sight on a phone: %s", async (path) => {
  const page = await at.open(path, PHONE);
  await ready(page);
  await page.locator(".badge").first().waitFor({ timeout: 60_000 });
  const hidden = await page.evaluate(() => {
    const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
    const discs = boxes(".board .badge .disc");
    const shared = (one: DOMRect, other: DOMRect) =>
      Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
      Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
    return boxes(".board .stone").map((piece) => discs.reduce((sum, disc) => sum + shared(piece, disc), 0) / (piece.width * piece.height));
  });
  expect(hidden.length).toBeGreaterThan(2);
  expect(Math.max(...hidden)).toBeGreaterThan(0);
  expect(Math.max(...hidden)).toBeLessThan(0.4);
});

test("the last move is marked at the corners of its places, and nothing is covered", async () => {
  const page = await at.open("/play/dodgem/3x3", { reducedMotion: "reduce" });
  await ready(page);
  expect(await page.locator(".touched").count()).toBe(0);
  await page.locator("aside .groups button").first().click();
  // Where the car was and where it is.
  await expect.poll(() => page.locator(".touched").count()).toBe(2);
  const open = await page.evaluate(() =>
    [...document.querySelectorAll(".touched")].map((mark) => {
      const { left, top, width, height } = mark.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".touched") === null;
    }),
  );
  expect(open).toEqual([true, true]);
  const fills = await page.locator(".touched path").evaluateAll((all) => all.map((path) => getComputedStyle(path).fill));
  expect(new Set(fills)).toEqual(new Set(["none"]));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator(".touched").count()).toBe(0);
});

test.each([
  ["tictactoe/3x3", "xxx/oo-/---", 1],
  ["tictactoe/3x3", "xxx/xoo/xoo", 2],
  ["tictactoe/3x3", "xxo/oox/xxo", 0],
])("the line that ended %s at %s is drawn", async (game, position, lines) => {
  const page = await at.open(`/play/${game}?p=${encodeURIComponent(position)}`);
  await expect.poll(() => page.locator(".status").innerText()).toMatch(/over/);
  await expect.poll(() => page.locator(".decided line.under").count()).toBe(lines);
});

test("the winning line comes with the move that makes it, and goes with undo", async () => {
  const page = await at.open(`/play/tictactoe/3x3?p=${encodeURIComponent("xx-/oo-/---")}`);
  await ready(page);
  await spot(page, "c3").click();
  await expect.poll(() => page.locator(".decided line.under").count()).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator(".decided").count()).toBe(0);
});

test.each([
  ["no-preference", "0.22s"],
  ["reduce", "0s"],
] as const)("pieces slide, unless motion is to be reduced: %s", async (reducedMotion, duration) => {
  const page = await at.open("/play/baghchal/3x3-5-2", { reducedMotion });
  await page.locator(".board .stone").first().waitFor();
  const moving = await page.locator(".board .stone").first().evaluate((stone) => [getComputedStyle(stone).transitionDuration, getComputedStyle(stone).transitionProperty]);
  expect(moving[0]!.split(",")[0]).toBe(duration);
  expect(moving[1]).toContain("transform");
});

test.each([
  ["no-preference", true],
  ["reduce", false],
] as const)("a captured piece fades away, unless motion is to be reduced: %s", async (reducedMotion, fades) => {
  const page = await at.open(`/play/chess/KR-K?p=${encodeURIComponent("--------/--------/--------/---k----/----R---/--------/--------/K-------:b")}`, { reducedMotion });
  await page.locator(".status .worth").waitFor({ timeout: 60_000 });
  await expect.poll(() => page.locator(".board .stone").count()).toBe(3);
  // What is animated on pieces that are on their way off the board.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const long = typeof options === "object" ? Number(options.duration ?? 0) : Number(options ?? 0);
      if (this.matches(".stone") && long > 0 && JSON.stringify(frames).includes("opacity")) seen.push(this.getAttribute("data-glyph") ?? "");
      return animate.call(this, frames, options);
    };
  });
  await page.locator("aside .groups button", { hasText: "d5-e4" }).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(2);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(seen.includes("R")).toBe(fades);
});

test("moves, captures and the end are heard, if sounds are wished for", async () => {
  const page = await at.open("/healthz");
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(globalThis, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      heard.push(this.frequency.value);
      start.call(this, when);
    };
  });
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: number[] }).heard.splice(0));
  // What makes the tones is fetched when the first is wanted.
  const sounds = async () => {
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { heard: number[] }).heard.length)).toBeGreaterThan(0);
    return heard();
  };
  await page.goto(`${at.address}play/tictactoe/3x3?p=${encodeURIComponent("x--/oo-/x--")}`);
  await ready(page);
  await spot(page, "c3").click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(5);
  expect(await heard()).toEqual([]);
  await page.getByText("Display").click();
  await page.getByLabel("Sounds").check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(4);
  await spot(page, "c3").click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(5);
  const move = await sounds();
  expect(move).toHaveLength(1);
  await spot(page, "c2").click();
  await expect.poll(() => page.locator(".decided").count()).toBe(1);
  const end = await sounds();
  expect(end.length).toBeGreaterThan(1);
  // A capture sounds unlike both: the rook is taken.
  await page.goto(`${at.address}play/chess/KR-K?p=${encodeURIComponent("--------/--------/--------/---k----/----R---/--------/--------/K-------:b")}`);
  await page.locator(".status .worth").waitFor({ timeout: 60_000 });
  await heard();
  await page.locator("aside .groups button", { hasText: "d5-e4" }).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(2);
  const capture = await sounds();
  expect([move, end]).not.toContainEqual(capture);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
