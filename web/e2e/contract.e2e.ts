// What the contract allows but no game here uses yet: answers of the server, changed on their way.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { About, Position } from "../src/api";
import type { Button } from "../src/scene";
import { type House, house } from "./visit";

let at: House;
beforeAll(async () => void (at = await house()));
afterAll(() => at?.close());

const HOME = "**/api/v1/games/tictactoe/3x3";

/** Tic-tac-toe with other answers. */
async function open(change: { about?: (told: About) => void; position?: (told: Position) => void }): Promise<Page> {
  const page = await at.open("/");
  const rewrite = async <T>(pattern: string, by?: (told: T) => void) =>
    page.route(pattern, async (route) => {
      // Playwright asks in the browser's place, and leaves out what the browser says about where it asks from.
      const answer = await route.fetch({ headers: { ...route.request().headers(), "sec-fetch-site": "same-origin" } });
      const told = (await answer.json()) as T & { view?: T };
      if (by && answer.status() === 200) by(told);
      else if (by && told.view) by(told.view);
      await route.fulfill({ response: answer, json: told });
    });
  await rewrite<About>(HOME, change.about);
  await rewrite<Position>(`${HOME}/position*`, change.position);
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await page.locator(".status .worth").waitFor();
  return page;
}

const KINDS: Button[] = [
  { kind: "line", from: 0, to: 1 },
  { kind: "curve", points: [[0.5, 2.5], [1.5, 1.2], [2.5, 2.5]] },
  { kind: "curve", points: [[0.5, 1.5], [0.9, 0.9], [1.9, 2.1], [2.5, 1.5]] },
  { kind: "text", center: 2, text: "T" },
  { kind: "listed" },
  { kind: "arrow", from: 5, to: 2 },
  { kind: "spot", center: 6, piece: null },
];

test.each(KINDS.map((button, index) => [`${button.kind} ${index}`, index] as const))("a button of the kind %s makes its move", async (_, index) => {
  const page = await open({
    position: (told) => {
      if (told.position !== "---/---/---") return;
      const stage = told.stages[0]!;
      stage.buttons = KINDS.map((button, move) => ({ name: told.moves[move]!.move, button, move }));
    },
  });
  const names = ["a3", "b3", "c3", "a2", "b2", "c2", "a1"];
  for (const hints of [false, true]) {
    if (hints !== (await page.locator(".status .worth").count()) > 0) await page.getByRole("button", { name: "Hints" }).click();
    const label = hints ? `${names[index]}, ties in 9` : names[index]!;
    const button =
      KINDS[index]!.kind === "listed"
        ? page.getByRole("group", { name: "Other moves" }).getByRole("button", { name: names[index]! })
        : page.locator(`.board [role=button][aria-label="${label}"]`);
    await button.waitFor();
    if (!hints) continue;
    if (KINDS[index]!.kind === "listed") await button.click();
    else await button.dispatchEvent("click");
  }
  await expect.poll(() => new URL(page.url()).searchParams.get("p")).toContain("x");
  await expect.poll(() => page.locator(".variations").innerText()).toContain(names[index]);
});

test("several themes can be chosen from, and the choice is kept", async () => {
  const page = await open({
    about: ({ scene }) => {
      const plain = scene.themes[0]!;
      scene.themes.push({ ...plain, id: "bare", name: "Bare", background: null });
    },
  });
  expect(await page.locator(".board image.backdrop").count()).toBe(1);
  await page.getByLabel("Theme").selectOption("bare");
  await expect.poll(() => page.locator(".board image.backdrop").count()).toBe(0);
  await page.reload();
  await page.locator(".board .plate").waitFor();
});

test("a scene made from the text board is drawn with letters and played from the list", async () => {
  const page = await open({
    about: ({ scene }) => {
      scene.fallback = true;
      scene.setup = null;
      scene.themes = [{ id: "text", name: "Text", background: null, foreground: null, pieces: {} }];
    },
    position: (told) => {
      for (const choice of told.stages[0]!.buttons) choice.button = { kind: "listed" };
    },
  });
  expect(await page.locator(".board [role=button]").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Set up" }).count()).toBe(0);
  await page.locator("aside ul button").first().click();
  await expect.poll(() => page.locator(".board .stone text").allTextContents()).toEqual(["x"]);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
