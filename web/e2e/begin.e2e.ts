// How a game begins and ends: who plays, at which strength; resigning, draws, rematches; dragging a piece.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, PHONE, buttons, house, ready } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const status = (page: Page) => page.locator(".status").innerText();
const stones = (page: Page) => page.locator(".board .stone").count();
const place = (page: Page) => new URL(page.url()).searchParams.get("p") ?? "";
const spot = (page: Page, name: string) => page.locator(`.board [role=button][aria-label^="${name}"]`);

test("somebody plays the computer to the end on a phone, and again with the sides swapped", async () => {
  const page = await at.open("/play/tictactoe/3x3", PHONE);
  await ready(page);
  await page.getByLabel("Your side").selectOption("second");
  await page.getByLabel("Strength of the computer").selectOption("perfect");
  await page.getByRole("button", { name: "Play the computer" }).click();
  // The computer begins, and does not show its cards.
  await expect.poll(() => stones(page)).toBe(1);
  await expect.poll(() => status(page)).toBe("O to move");
  expect(await page.locator(".board .shape").count()).toBe(0);
  for (let turn = 0; turn < 5 && !/over|lost/.test(await status(page)); turn++) {
    const before = await stones(page);
    await buttons(page).first().tap();
    await expect.poll(async () => ((await stones(page)) >= before + 2 && (await buttons(page).count()) > 0) || /over|lost/.test(await status(page))).toBe(true);
  }
  await expect.poll(() => status(page)).toMatch(/You lost: X wins|The game is over: a tie/);
  await page.getByRole("button", { name: "Rematch" }).tap();
  await expect.poll(() => stones(page)).toBe(1);
  await page.getByRole("button", { name: "Swap sides" }).tap();
  // Now it is the computer that plays O.
  await expect.poll(() => stones(page)).toBe(2);
  await expect.poll(() => status(page)).toBe("X to move");
});

test("the ways to begin stand side by side on a phone, each in one line", async () => {
  const page = await at.open("/play/morris/nine", PHONE);
  const ways = page.locator(".start button");
  await ways.first().waitFor();
  const card = (await page.locator(".start").boundingBox())!;
  const boxes = await Promise.all((await ways.all()).map(async (way) => (await way.boundingBox())!));
  expect(boxes).toHaveLength(3);
  for (const { x, y, width, height } of boxes) {
    expect([y, height]).toEqual([boxes[0]!.y, boxes[0]!.height]);
    expect(height).toBeLessThan(44);
    expect(x + width).toBeLessThanOrEqual(card.x + card.width);
  }
  // Wide enough for "White, second" and "decided by lot".
  for (const choice of await page.locator(".start select").all()) expect((await choice.boundingBox())!.width).toBeGreaterThan(150);
});

test("a move that is tried before anything was chosen does not move the board", async () => {
  const page = await at.open("/play/tictactoe/3x3", PHONE);
  await ready(page);
  const before = await page.locator(".board").boundingBox();
  await buttons(page).first().tap();
  await expect.poll(() => stones(page)).toBe(1);
  await ready(page);
  expect(await page.locator(".board").boundingBox()).toEqual(before);
  // What was tried is not the game.
  await page.getByRole("button", { name: "Two people" }).tap();
  await expect.poll(() => stones(page)).toBe(0);
});

test("who plays the computer is told to have lost", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByRole("button", { name: "Play the computer" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await expect.poll(() => status(page)).toBe("You lost: O wins, since X resigned.");
});

test("the choice belongs to the game: another one begins with the question", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByRole("button", { name: "Two people" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Play the computer" }).count()).toBe(0);
  await buttons(page).first().click();
  await page.reload();
  await expect.poll(() => stones(page)).toBe(1);
  expect(await page.getByRole("button", { name: "Play the computer" }).count()).toBe(0);
  await page.getByRole("link", { name: "Hindsight" }).click();
  await page.locator(".games").getByRole("link", { name: "Sim", exact: true }).click();
  await page.getByRole("button", { name: "Play the computer" }).waitFor();
  await page.getByRole("button", { name: "Just look" }).click();
  await page.locator(".status .worth").waitFor();
});

test("who resigns has lost, and a new game can be chosen", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByRole("button", { name: "Two people" }).click();
  await buttons(page).first().click();
  await expect.poll(() => status(page)).toBe("O to move");
  await page.getByRole("button", { name: "Resign" }).click();
  await expect.poll(() => status(page)).toBe("The game is over: X wins, since O resigned.");
  expect(await buttons(page).count()).toBe(0);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Play the computer" }).waitFor();
  await expect.poll(() => stones(page)).toBe(0);
});

test("a position that comes up for the third time may be called a draw", async () => {
  const page = await at.open("/play/chess/KR-K");
  await ready(page);
  await page.getByRole("button", { name: "Two people" }).click();
  const again = ["e1-e2", "e8-e7", "e2-e1", "e7-e8"];
  for (const [ply, move] of [...again, ...again].entries()) {
    expect(await page.getByRole("button", { name: "Call it a draw" }).count()).toBe(0);
    await page.locator("aside ul").getByRole("button", { name: move, exact: true }).click();
    await expect.poll(() => page.locator(".variations li button").count()).toBe(ply + 1);
  }
  await page.getByText("This position has come up three times").waitFor();
  await page.getByRole("button", { name: "Call it a draw" }).click();
  await expect.poll(() => status(page)).toMatch(/^A draw, by agreement/);
  expect(await buttons(page).count()).toBe(0);
});

test("after fifty moves of each side without progress a draw may be called", async () => {
  const page = await at.open("/play/chess/KR-K");
  await ready(page);
  await page.getByRole("button", { name: "Two people" }).click();
  // Both kings walk in circles, of seven and of four squares, so that no position comes up three times.
  const walks = [["e1", "d2", "e2", "f2", "g2", "g1", "f1"], ["e8", "e7", "d7", "d8"]] as const;
  for (let ply = 0; ply < 100; ply++) {
    expect(await page.getByRole("button", { name: "Call it a draw" }).count()).toBe(0);
    const [walk, step] = [walks[ply % 2]!, Math.floor(ply / 2)];
    const move = `${walk[step % walk.length]}-${walk[(step + 1) % walk.length]}`;
    await page.locator("aside ul").getByRole("button", { name: move, exact: true }).click();
    await expect.poll(() => page.locator(".variations [aria-current]").innerText()).toContain(move);
  }
  await page.getByText("No piece has come or gone for fifty moves by each side").waitFor();
  await page.getByRole("button", { name: "Call it a draw" }).click();
  await expect.poll(() => status(page)).toMatch(/^A draw, by agreement/);
}, 180_000);

test("a computer that errs anyway does not wait long for values", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByLabel("Strength of the computer").selectOption("medium");
  // From here on every position is still being worked out.
  await page.route("**/position*", async (route) => {
    const told = await route.fetch();
    const { value: _1, remoteness: _2, moves, ...view } = (await told.json()) as { moves: Record<string, unknown>[] } & Record<string, unknown>;
    const bare = moves.map(({ move, position, picture }) => ({ move, position, picture }));
    const working = { status: "searching", progress: { done: 0, total: 8 }, ahead: 0, expected_seconds: 20 };
    await route.fulfill({ status: 202, json: { ...working, view: { ...view, over: null, moves: bare } } });
  });
  await page.getByRole("button", { name: "Play the computer" }).click();
  await buttons(page).first().click();
  await expect.poll(() => stones(page)).toBe(1);
  await page.getByText("Searching").waitFor();
  await expect.poll(() => stones(page), { timeout: 10_000 }).toBe(2);
  // One that promises a best move waits for it.
  await page.getByLabel("Who plays O").selectOption("perfect");
  await buttons(page).first().click();
  await expect.poll(() => stones(page)).toBe(3);
  await page.waitForTimeout(5000);
  expect(await stones(page)).toBe(3);
});

test("a piece is dragged to where it goes, and dropped elsewhere it stays", async () => {
  const page = await at.open("/play/chess/KQ-K");
  await buttons(page).first().waitFor();
  const start = place(page);
  const middle = async (name: string) => {
    const box = (await spot(page, name).first().boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const [x, y] = await middle("d1, White queen");
  const square = (await page.locator(".board image.backdrop").first().boundingBox())!.width / 8;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 30, { steps: 4 });
  // No move of the queen ends on c3.
  await page.mouse.move(x - square, y - 2 * square, { steps: 4 });
  await page.mouse.up();
  expect(place(page)).toBe(start);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 4 * square, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => page.locator(".variations [aria-current]").innerText()).toBe("d1-d5");
});

test("a click on a square plays nothing until a piece is taken up, and Escape puts it back", async () => {
  const page = await at.open("/play/chess/KR-K");
  await buttons(page).first().waitFor();
  const rook = spot(page, "a1, White rook");
  const square = (await page.locator(".board image.backdrop").first().boundingBox())!.width / 8;
  const box = (await rook.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y - 3 * square);
  expect(place(page)).toBe("");
  await rook.click();
  await expect.poll(() => spot(page, "a1 to a4").count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => spot(page, "a1 to a4").count()).toBe(0);
  await rook.click();
  await page.mouse.click(x, y - 3 * square);
  await expect.poll(() => page.locator(".variations [aria-current]").innerText()).toBe("a1-a4");
});

test("boards have coordinates, and screen readers are told what stands where", async () => {
  const page = await at.open("/play/chess/KR-K");
  await page.locator(".board > svg").waitFor();
  expect(await page.locator(".board .sign").allTextContents()).toEqual([..."abcdefgh", ..."87654321"]);
  expect(await page.locator(".table .unseen").first().textContent()).toContain("White rook: a1.");
});

test("where nothing is solved the computer does not claim to be perfect", async () => {
  const page = await at.open("/play/morris/nine");
  await page.getByText("Nothing is solved here").first().waitFor();
  await page.getByLabel("Strength of the computer").selectOption("perfect");
  expect(await page.locator(".start").innerText()).not.toMatch(/best move/i);
  await page.getByRole("button", { name: "Play the computer" }).click();
  await buttons(page).first().click();
  await expect.poll(() => stones(page), { timeout: 20_000 }).toBe(2);
});

test("the best line is numbered, and a click leads along it", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await page.getByRole("button", { name: "Show the best line" }).click();
  const plies = page.locator(".plies .ply");
  await expect.poll(() => plies.count()).toBe(9);
  expect((await page.locator(".plies .number").allInnerTexts()).map((text) => text.trim())).toEqual(["1.", "2.", "3.", "4.", "5."]);
  await plies.nth(3).click();
  await expect.poll(() => stones(page)).toBe(4);
  await plies.nth(1).click();
  await expect.poll(() => stones(page)).toBe(2);
  expect(await page.locator(".plies .result").innerText()).toMatch(/X:\s+tie/);
});

test("a puzzle without a move left says so, and leads back to where it could be solved", async () => {
  const page = await at.open("/play/pegs/triangle4");
  await ready(page);
  for (let jump = 0; jump < 20; jump++) {
    const said = await status(page);
    if (/No move is left|solved\./.test(said)) break;
    await page.locator("aside ul button").last().click();
    await page.waitForTimeout(250);
  }
  await expect.poll(() => status(page)).toBe("No move is left, and the puzzle is not solved.");
  await page.getByRole("button", { name: "Try again from where it could be solved" }).click();
  await expect.poll(() => status(page)).toMatch(/Your move\s+solvable in/);
});

test("a bad position text stays to be corrected, beside the board", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  const field = page.getByLabel("Position, as it is written");
  await field.fill("xx-/oo-/--");
  await page.getByRole("button", { name: "Go" }).click();
  await page.locator("#position-problem.problem").waitFor();
  expect(await field.inputValue()).toBe("xx-/oo-/--");
  await buttons(page).first().waitFor();
  await field.fill("xx-/oo-/---");
  await page.getByRole("button", { name: "Go" }).click();
  await expect.poll(() => place(page)).toBe("xx-/oo-/---");
});

test("a variant that is not listed is made by its numbers", async () => {
  const page = await at.open("/play/nim/3-4-5", PHONE);
  await ready(page);
  await page.getByLabel("Variant", { exact: true }).selectOption("another ...");
  await page.getByLabel("Which").selectOption("Two piles");
  await page.getByLabel("First pile").fill("2");
  await page.getByLabel("Second pile").fill("3");
  await page.getByRole("button", { name: "Play 2-3" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/play/nim/2-3");
  await ready(page);
  // What the game refuses says why, and stays to be changed.
  await page.goto(`${at.address}play/connect4/4x4`);
  await page.getByLabel("Variant", { exact: true }).selectOption("another ...");
  await page.getByRole("spinbutton", { name: "Columns" }).fill("8");
  await page.getByRole("spinbutton", { name: "Rows" }).fill("6");
  await page.getByRole("button", { name: "Play 8x6" }).click();
  await page.getByText("too many to number the positions").waitFor();
  expect(await page.getByRole("spinbutton", { name: "Columns" }).inputValue()).toBe("8");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("form").count()).toBe(0);
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/status of 404/.test(line)));
});

test("nothing was complained about", () => {
  // The browser reports every answer that is not 200, also those that the page asks for.
  expect(at.complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
});
