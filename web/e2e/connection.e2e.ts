// The server goes away and comes back; the network is slow; values come late.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnHouse, PHONE, buttons, ownHouse, ready } from "./visit";

let at: OwnHouse;
beforeAll(async () => void (at = await ownHouse()));
afterAll(() => at?.close());

const stones = (page: Page) => page.locator(".board .stone").count();

test("while the server is gone the board stays, and the game goes on when it is back", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await buttons(page).nth(4).click();
  await expect.poll(() => stones(page)).toBe(1);
  await ready(page);
  await at.stop();
  await buttons(page).first().click();
  await page.getByText("The server does not answer").waitFor();
  expect(await stones(page)).toBe(2);
  expect(await page.locator(".variations li button").count()).toBe(2);
  await page.getByRole("button", { name: "Retry now" }).click();
  await page.waitForTimeout(300);
  expect(await stones(page)).toBe(2);
  await at.start();
  // By itself.
  await expect.poll(() => page.getByText("The server does not answer").count(), { timeout: 30_000 }).toBe(0);
  await ready(page);
  await buttons(page).first().click();
  await expect.poll(() => stones(page)).toBe(3);
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/Failed to load resource/.test(line)));
});

test("the catalogue comes by itself once the server does", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  await at.stop();
  await page.getByRole("link", { name: "Hindsight" }).click();
  await page.getByText("The server does not answer").waitFor();
  await at.start();
  await page.locator(".games > li").first().waitFor({ timeout: 60_000 });
  at.complaints.splice(0, at.complaints.length, ...at.complaints.filter((line) => !/Failed to load resource/.test(line)));
});

test("who waits for a solve sees how long, and what comes before", async () => {
  const page = await at.open("/");
  let working = { status: "solving", progress: { done: 0, total: 0 }, ahead: 2, expected_seconds: 75 };
  const { view } = (await (await fetch(`${at.address}api/v1/games/quixo/5x5/position`)).json()) as { view: object };
  await page.route("**/position*", (route) => route.fulfill({ status: 202, json: { ...working, view } }));
  await page.goto(`${at.address}play/quixo/5x5`);
  await page.getByText("waiting for its turn, 2 before it").waitFor();
  await page.getByText("about 2 minutes").waitFor();
  working = { ...working, progress: { done: 5, total: 10 }, ahead: 0, expected_seconds: 8 };
  await page.getByText("about 10 seconds").waitFor();
  await expect.poll(() => page.getByText("waiting for its turn").count()).toBe(0);
});

test("values that come late move nothing", async () => {
  const page = await at.open("/", PHONE);
  let solved = false;
  await page.route("**/position*", async (route) => {
    const answer = await route.fetch();
    if (solved || answer.status() !== 200) return route.fulfill({ response: answer });
    // As if it was still being solved: what the rules say, without values.
    const { value: _value, remoteness: _remoteness, moves, ...view } = await answer.json();
    const bare = moves.map(({ value: _1, remoteness: _2, best: _3, ...move }: Record<string, unknown>) => move);
    return route.fulfill({ status: 202, json: { status: "solving", progress: { done: 1, total: 2 }, view: { ...view, over: null, moves: bare } } });
  });
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await buttons(page).first().waitFor();
  const where = async () => (await page.locator(".board").boundingBox())!;
  const before = await where();
  solved = true;
  await page.locator(".status .worth").waitFor();
  expect(await where()).toEqual(before);
});

test("a slow network: a game opens, and a move is shown at once", async () => {
  const page = await at.open("/", PHONE);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 20_000 });
  await page.goto(`${at.address}play/tictactoe/3x3`);
  await ready(page);
  // The stone is there before the server can have answered.
  let answered = false;
  page.on("response", (response) => (answered ||= /position/.test(response.url())));
  await buttons(page).first().tap();
  await expect.poll(() => stones(page), { interval: 20 }).toBe(1);
  expect(answered).toBe(false);
});

test("a solved game's values come after at most three requests, and a move takes one or none", async () => {
  const page = await at.open("/play/tictactoe/3x3");
  await ready(page);
  const asked: string[] = [];
  page.on("request", (request) => /\/api\//.test(request.url()) && asked.push(request.url()));
  await page.reload();
  await ready(page);
  expect(asked.length).toBeLessThanOrEqual(3);
  await page.waitForTimeout(300);
  asked.length = 0;
  await buttons(page).first().click();
  await ready(page);
  await page.waitForTimeout(300);
  expect(asked.length).toBeLessThanOrEqual(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await ready(page);
  expect(asked.length).toBeLessThanOrEqual(1);
});

test("nothing was complained about", () => expect(at.complaints).toEqual([]));
