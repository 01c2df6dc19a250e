// Takes the pictures of the documentation, when PICTURES names the folder for them.

import { join, resolve } from "node:path";
import { statSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type House, PHONE, house, ready } from "./visit";

const folder = process.env.PICTURES;

// Solving 4x4 Quixo takes a debug build on a busy machine minutes.
describe.runIf(folder)("pictures", { timeout: 600_000 }, () => {
  let at: House;
  beforeAll(async () => void (at = await house()));
  afterAll(() => at?.close());

  async function take(page: Page, name: string): Promise<void> {
    await page.mouse.move(1, 1);
    await page.waitForTimeout(600);
    const path = join(resolve(folder!), name);
    await page.screenshot({ path });
    expect(statSync(path).size).toBeLessThan(300_000);
  }

  test("catalogue", async () => {
    const page = await at.open("/play/tictactoe/3x3", { viewport: { width: 1366, height: 1500 } });
    await ready(page);
    await page.goto(`${at.address}play/quixo/3x3`);
    await ready(page);
    await page.goto(at.address);
    // All that can be seen are drawn.
    await expect.poll(() => page.locator(".games .frame svg").count(), { timeout: 300_000 }).toBeGreaterThanOrEqual(12);
    await page.waitForLoadState("networkidle");
    await take(page, "page-catalogue.png");
  });

  test("a piece that was taken up, and where it can go", async () => {
    const page = await at.open("/play/chess/KQ-K");
    await ready(page);
    await page.getByRole("button", { name: "Just look" }).click();
    await page.locator('.board [role=button][aria-label^="d1, White queen"]').click();
    await take(page, "page-chess.png");
  });

  test("the beginning of a game on a phone", async () => {
    const page = await at.open("/play/sim/6", PHONE);
    await ready(page);
    await take(page, "page-phone.png");
  });

  test("board", async () => {
    const page = await at.open("/play/quixo/4x4");
    // Solved on the first visit.
    await page.locator(".status .worth").waitFor({ timeout: 300_000 });
    await ready(page);
    await page.getByRole("button", { name: "Just look" }).click();
    for (const [ply, move] of ["d4-d1", "b4-b1", "c4-a4", "a3-d3", "a4-d4", "c4-c1", "b4-d4"].entries()) {
      await page.locator("aside ul").getByRole("button", { name: move }).click();
      await expect.poll(() => page.locator("[aria-label='Values of the game so far'] [role=button]").count()).toBe(ply + 2);
      await ready(page);
    }
    await take(page, "page.png");
  });

  test("parts of a move, in the dark", async () => {
    const page = await at.open(`/play/morris/three?p=${encodeURIComponent("WW-/BB-/---:1,1:w")}`, { colorScheme: "dark" });
    await ready(page);
    await page.locator('.board [role=button][aria-label^="c3"]').click();
    await take(page, "page-parts.png");
  });

  test("games of the catalogue", async () => {
    for (const [game, variant] of [
      ["hareandhounds", "small"],
      ["achi", "diagonals"],
      ["lgame", "4x4"],
    ]) {
      const page = await at.open(`/play/${game}/${variant}`);
      await page.locator(".status .worth").waitFor({ timeout: 300_000 });
      await ready(page);
      await page.getByRole("button", { name: "Just look" }).click();
      await take(page, `page-${game}.png`);
    }
  });

  test("statistics", async () => {
    const page = await at.open("/play/quixo/4x4?view=statistics");
    await page.locator(".scroll tbody tr").first().waitFor({ timeout: 300_000 });
    await take(page, "page-statistics.png");
  });
});
