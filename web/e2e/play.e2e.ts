import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, buttons, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const spot = (page: Page, name: string) => page.locator(`.board [role=button][aria-label^="${name}"]`);
const status = (page: Page) => page.locator(".status").innerText();
const place = (page: Page) => new URL(page.url()).searchParams.get("p") ?? "";

test("a whole game against the perfect computer ends level", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByLabel("Who plays O").selectOption("perfect");
  for (let turn = 0; turn < 5; turn++) {
    await expect.poll(() => status(page)).toMatch(/X to move|over/);
    if (/lost/.test(await status(page))) break;
    await page.locator(".board [role=button].best").first().click();
  }
  await expect.poll(() => status(page)).toBe("The game is over: a tie.");
  expect(place(page).replace(/[^xo]/g, "")).toHaveLength(9);
  expect(await buttons(page).count()).toBe(0);
});

test("a game of Quarto is played from the empty board without waiting", async () => {
  const page = await at.open("/play/quarto/4x4");
  await ready(page);
  // What is worked out in the background is answered with another status first.
  const answers: [number, number, string][] = [];
  page.on("requestfinished", async (request) => {
    if (!/\/api\/v1\/games\/quarto\/4x4\/.*position/.test(request.url())) return;
    const status = (await request.response())?.status() ?? 0;
    answers.push([status, Math.round(request.timing().responseEnd), request.url()]);
  });
  for (let ply = 0; ply < 17; ply++) {
    const before = place(page);
    await page.locator("aside ul button").first().click();
    await expect.poll(() => place(page)).not.toBe(before);
    await expect.poll(() => page.locator("aside ul button").count()).not.toBe(ply < 16 ? 0 : 1);
  }
  await expect.poll(() => status(page)).toBe("The game is over: a tie.");
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(17);
  expect(answers.filter(([status]) => status !== 200)).toEqual([]);
  // Far more than the search takes, for machines that are busy with other things too.
  expect(answers.filter(([, milliseconds]) => milliseconds > 3000)).toEqual([]);
}, 120_000);

test("the perfect computer punishes a mistake", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByLabel("Who plays X").selectOption("perfect");
  for (let turn = 0; turn < 5; turn++) {
    await expect.poll(() => status(page)).toMatch(/O to move|lost/);
    if (/lost/.test(await status(page))) break;
    const worst = page.locator("aside ul button").last();
    await worst.click();
    await page.waitForTimeout(100);
  }
  await expect.poll(() => status(page)).toBe("You lost: X wins.");
});

test("Back takes a move back together with the computer's answer, and it does not answer again", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByLabel("Who plays O").selectOption("keeps");
  for (const stones of [2, 4]) {
    await page.locator(".board [role=button].best").first().click();
    await expect.poll(() => page.locator(".board .stone").count()).toBe(stones);
  }
  await page.goBack();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(2);
  await page.waitForTimeout(900);
  expect(await status(page)).toMatch(/X to move/);
  expect(await page.locator(".board .stone").count()).toBe(2);
  await page.goForward();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(4);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(2);
  // Looking at a position where it is the computer's turn does not make it move; asking does.
  await page.locator("[aria-label='Values of the game so far'] [role=button]").nth(3).click();
  await page.getByRole("button", { name: "Let it move" }).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(4);
});

test("every strength says what it means, and how often it errs is chosen", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  const choice = page.getByLabel("Who plays O");
  const said = new Set<string>();
  for (const strength of ["perfect", "keeps", "drags", "errs"]) {
    await choice.selectOption(strength);
    said.add(await page.locator(".players p").innerText());
  }
  expect(said.size).toBe(4);
  await page.getByLabel(/Errs in \d+%/).fill("75");
  await page.getByLabel("Errs in 75% of its moves").waitFor();
});

test("a button shows its value as a colour, a shape and a number, and says it", async () => {
  const page = await at.open("/play/tictactoe/3x3?p=xx-%2Foo-%2F---");
  await ready(page);
  const win = spot(page, "c3");
  expect(await win.getAttribute("aria-label")).toBe("c3, wins in 1");
  expect(await win.locator("text").innerHTML()).toBe("1");
  const lose = spot(page, "a1");
  expect(await lose.getAttribute("aria-label")).toMatch(/loses in 2/);
  const fill = (one: typeof win) => one.locator(".disc").evaluate((disc) => getComputedStyle(disc).fill);
  const shape = (one: typeof win) => one.locator(".shape path").getAttribute("d");
  expect(await fill(win)).not.toBe(await fill(lose));
  expect(await shape(win)).not.toBe(await shape(lose));
  const usual = await fill(win);

  await page.getByText("Display").click();
  await page.getByLabel("Value colours").selectOption("safe");
  await expect.poll(() => fill(win)).not.toBe(usual);
  await page.getByLabel("Remoteness on the buttons").uncheck();
  await expect.poll(() => win.locator("text").count()).toBe(0);
  await page.getByText("Display").click();
  await page.getByRole("button", { name: "Hints" }).click();
  await expect.poll(() => page.locator(".board .shape").count()).toBe(0);
  expect(await win.getAttribute("aria-label")).toBe("c3");
  expect(await page.locator(".status .worth").count()).toBe(0);
});

test("the address follows the position, and Back and Forward follow the address", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await spot(page, "b2").click();
  await expect.poll(() => place(page)).toBe("---/-x-/---");
  await spot(page, "a1").click();
  await expect.poll(() => place(page)).toBe("---/-x-/o--");
  await page.goBack();
  await expect.poll(() => status(page)).toMatch(/O to move/);
  await expect.poll(() => page.locator(".board .stone").count()).toBe(1);
  await page.goForward();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(2);
  // A link to a position opens it.
  await page.goto(page.url());
  await ready(page);
  expect(await page.locator(".board .stone").count()).toBe(2);
});

test("undo, redo and restart; alternatives are kept, also when the page is loaded again", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  for (const name of ["b2", "a1", "c3"]) {
    await spot(page, name).click();
    await expect.poll(() => page.locator(".variations [aria-current]").innerText()).toContain(name);
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(2);
  await spot(page, "a3").click();
  await expect.poll(() => page.locator(".variations .fork").count()).toBe(1);
  await page.reload();
  await page.locator(".variations .fork").waitFor();
  await page.locator(".variations").getByRole("button", { name: "c3" }).click();
  await expect.poll(() => place(page)).toBe("--x/-x-/o--");
  await page.getByRole("button", { name: "Restart" }).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(0);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => place(page)).toBe("---/-x-/---");
});

test("the history can be clicked, the best line is played out", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByRole("button", { name: "Show the best line" }).click();
  await page.getByRole("button", { name: "Play it out" }).click();
  await expect.poll(() => status(page), { timeout: 20_000 }).toBe("The game is over: a tie.");
  const points = page.locator("[aria-label='Values of the game so far'] [role=button]");
  expect(await points.count()).toBe(10);
  await points.nth(4).click();
  await expect.poll(() => page.locator(".board .stone").count()).toBe(4);
});

test("what is played is said to screen readers", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await spot(page, "b2").click();
  await expect.poll(() => page.locator("[aria-live=polite].unseen").innerText()).toBe("X played b2. O to move: ties in 8.");
});

test("the board can be flipped", async () => {
  const page = await at.open("/play/tictactoe/3x3?p=x--%2F---%2F---");
  await ready(page);
  const before = await page.locator(".board .stone").boundingBox();
  await page.getByRole("button", { name: "Flip" }).click();
  await page.waitForTimeout(400);
  const after = await page.locator(".board .stone").boundingBox();
  expect(after!.x).toBeGreaterThan(before!.x + 100);
  expect(after!.y).toBeGreaterThan(before!.y + 100);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
