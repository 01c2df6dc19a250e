import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findings } from "./axe";
import { type House, PHONE, buttons, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  // The page's policy lets no foreign script in; axe is one.
  const options = { colorScheme, bypassCSP: true };

  test("the catalogue", async () => {
    const page = await at.open("/", options);
    await page.locator(".games svg image").first().waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test("the board, with a game going on, hints on and off, and setting up", async () => {
    const page = await at.open("/play/tictactoe/3x3", options);
    await ready(page);
    await buttons(page).first().click();
    await page.locator(".variations").waitFor();
    await page.getByText("Review", { exact: true }).click();
    await ready(page);
    await page.waitForTimeout(400);
    expect(await findings(page)).toEqual([]);
    await page.getByText("Display").click();
    expect(await findings(page)).toEqual([]);
    await page.getByText("Display").click();
    await page.getByRole("button", { name: "Hints" }).click();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: "Set up" }).click();
    expect(await findings(page)).toEqual([]);
  });

  test("statistics and rules", async () => {
    const page = await at.open("/play/tictactoe/3x3?view=statistics", options);
    await page.getByText("5,478").waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByText("X moves first").waitFor();
    expect(await findings(page)).toEqual([]);
  });
});

test("a whole game with the keyboard alone", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName ?? "");
  for (let tabs = 0; tabs < 30 && !/^[abc][123]/.test(await focused()); tabs++) await page.keyboard.press("Tab");
  // The board is one stop; arrow keys go from button to button.
  expect(await focused()).toMatch(/^a3/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toMatch(/^b2/);
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement!.querySelector(".focus")!).stroke);
  expect(ring).not.toMatch(/transparent|rgba\(0, 0, 0, 0\)|none/);
  await page.keyboard.press("Enter");
  for (let turn = 1; turn < 9; turn++) {
    await expect.poll(() => page.locator(".board .stone").count()).toBe(turn);
    await ready(page);
    await expect.poll(focused).toMatch(/^[abc][123]/);
    await page.keyboard.press(turn % 2 === 0 ? "Enter" : " ");
  }
  await expect.poll(() => page.locator(".status").innerText()).toBe("The game is over: a tie.");
  // Undo and redo work from the board as well.
  await page.keyboard.press("Control+z");
  await expect.poll(() => page.locator(".board .stone").count()).toBe(8);
  await page.keyboard.press("Control+y");
  await expect.poll(() => page.locator(".board .stone").count()).toBe(9);
});

test("help opens at its beginning, on a phone too, and again after it was closed", async () => {
  const page = await at.open("/", { ...PHONE, colorScheme: "dark", bypassCSP: true });
  const help = page.getByRole("dialog", { name: "Help" });
  for (let time = 0; time < 2; time++) {
    await page.getByRole("button", { name: "Help" }).tap();
    await help.waitFor();
    await expect.poll(() => help.getByRole("heading", { name: "Help" }).evaluate((title) => title.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    expect(await help.evaluate((dialog) => dialog.scrollTop)).toBe(0);
    expect(await findings(page)).toEqual([]);
    await help.getByRole("button", { name: "Close" }).tap();
    await expect.poll(() => help.count()).toBe(0);
  }
});

test("arrow keys away from the board undo and redo, letters switch, ? helps", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.locator("aside ul button").first().click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(1);
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => page.locator(".board .stone").count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator(".board .stone").count()).toBe(1);
  await page.keyboard.press("h");
  await expect.poll(() => page.locator(".status .worth").count()).toBe(0);
  await page.keyboard.press("h");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});

describe("on a phone", () => {
  const options = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  test.each(["/", "/play/tictactoe/3x3", "/play/quixo/4x4", "/play/tictactoe/3x3?view=statistics", "/play/morris/three?view=rules"])(
    "%s does not scroll sideways",
    async (path) => {
      const page = await at.open(path, options);
      await page.locator("main").waitFor();
      await page.waitForTimeout(800);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    },
  );

  test("the board fills the width and is played by touch", async () => {
    const page = await at.open("/play/tictactoe/3x3", options);
    await ready(page);
    const box = (await page.locator(".board").boundingBox())!;
    expect(box.width).toBeGreaterThan(290);
    expect(box.y + box.height).toBeLessThan(740);
    const button = (await buttons(page).first().boundingBox())!;
    expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(24);
    await buttons(page).nth(4).tap();
    await expect.poll(() => page.locator(".board .stone").count()).toBe(1);
  });
});

test("pieces slide only where motion is welcome", async () => {
  const time = async (reducedMotion: "reduce" | "no-preference") => {
    const page = await at.open("/play/tictactoe/3x3?p=x--%2F---%2F---", { reducedMotion });
    await ready(page);
    return page.locator(".board .stone").evaluate((stone) => getComputedStyle(stone).transitionDuration);
  };
  expect(await time("reduce")).toBe("0s");
  expect(await time("no-preference")).not.toBe("0s");
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
