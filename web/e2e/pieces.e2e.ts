// Every kind of piece of every listed variant can be seen: it changes the pixels where it stands.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { About, Game } from "../src/api";
import { type Picture, themeOf } from "../src/scene";
import { ACROSS, DESKTOP, type House, PHONE, asked, house, lead } from "./visit";

/** One game alone, where somebody works on it. */
const only = process.env.GAME;

let at: House;
let variants: { path: string; about: About }[];
beforeAll(async () => {
  at = await house("bare");
  const { games } = await asked<{ games: Game[] }>(at, "api/v1/games");
  const seen = new Set<string>();
  variants = [];
  for (const { id, variants: all } of games) {
    if (only && only !== id) continue;
    for (const variant of all) {
      const about = await asked<About>(at, `api/v1/games/${id}/${encodeURIComponent(variant.id)}`);
      // The same pieces on a board of the same size look the same.
      const looks = JSON.stringify([about.scene.themes, about.scene.space]);
      if (!seen.has(looks)) variants.push({ path: `/play/${id}/${encodeURIComponent(variant.id)}`, about });
      seen.add(looks);
    }
  }
}, 300_000);
afterAll(() => at?.close());

/** What the server is made to say: a picture of a game, whatever its rules say. */
interface Shown {
  about: About;
  picture: Picture;
}

/** Answers for the server from here on. */
async function speakFor(page: Page): Promise<{ shown?: Shown }> {
  const told: { shown?: Shown } = {};
  await page.route("**/position*", (route) => {
    const { about, picture } = told.shown!;
    const position = new URL(route.request().url()).searchParams.get("p")!;
    const stages = [{ picture, value: null, remoteness: null, buttons: [] }];
    const view = { position, turn: "first", board: "", rows: [], over: null, kind: about.kind, moves: [], picture, stages };
    return route.fulfill({ status: 409, json: { error: "", command: "", estimate: null, view } });
  });
  await page.route(/\/api\/v1\/games\/[^/]+\/[^/]+$/, (route) => route.fulfill({ json: told.shown!.about }));
  return told;
}

/** The board with its pieces and without them, and where the pieces stand in both pictures. */
interface Photographs {
  full: Buffer;
  empty: Buffer;
  boxes: { x: number; y: number; width: number; height: number; glyph: string }[];
}

/** Takes both pictures once all pieces are drawn. The pieces are hidden where they are, so that nothing else moves. */
async function photograph(page: Page, path: string, picture: Picture): Promise<Photographs> {
  // Any text does: the page asks about it, and is told the picture.
  await lead(page, `${path}?p=${encodeURIComponent(picture.entities)}`);
  const stones = [...picture.entities].filter((glyph) => glyph !== "-").length;
  const { clip, boxes } = await page.evaluate(async (stones) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const begin = Date.now();
    // The page notes in the browser's history that it was told about the position.
    const isTold = () => history.state?.spot && document.querySelector(".board > svg");
    while (!isTold() || document.querySelectorAll(".board .stone").length !== stones) {
      if (Date.now() - begin > 30_000) throw new Error(`${location.href}: ${stones} pieces did not come`);
      await frame();
    }
    // All images are there, and drawn.
    const images = [...document.querySelectorAll<SVGImageElement>(".board image")];
    await Promise.all(
      images.map((image) => {
        const same = new Image();
        same.src = image.href.baseVal;
        return same.decode();
      }),
    );
    // A phone held across shows the whole board once it is scrolled to.
    document.querySelector(".board")!.scrollIntoView({ block: "center", behavior: "instant" });
    await frame();
    await frame();
    const { x, y, width, height } = document.querySelector(".table")!.getBoundingClientRect();
    const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
    const [right, bottom] = [Math.min(innerWidth, Math.ceil(x + width)), Math.min(innerHeight, Math.ceil(y + height))];
    const boxes = [...document.querySelectorAll(".board .stone")].map((stone) => {
      const { x, y, width, height } = stone.querySelector("image")!.getBoundingClientRect();
      return { x: x - left, y: y - top, width, height, glyph: stone.getAttribute("data-glyph")! };
    });
    return { clip: { x: left, y: top, width: right - left, height: bottom - top }, boxes };
  }, stones);
  const full = await page.screenshot({ clip });
  const empty = await page.screenshot({ clip, style: ".board .stone { visibility: hidden }" });
  return { full, empty, boxes };
}

/** The share of pixels that differ in each of these boxes of a picture, before and after. */
async function changed(page: Page, before: Buffer, after: Buffer, boxes: { x: number; y: number; width: number; height: number }[]): Promise<number[]> {
  return page.evaluate(
    async ([one, other, boxes]) => {
      const pixels = async (image: string) => {
        const picture = new Image();
        picture.src = `data:image/png;base64,${image}`;
        await picture.decode();
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext("2d")!;
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, picture.width, picture.height);
      };
      const [a, b] = [await pixels(one), await pixels(other)];
      return boxes.map(({ x, y, width, height }) => {
        let differing = 0;
        for (let row = Math.floor(y); row < y + height; row++) {
          for (let column = Math.floor(x); column < x + width; column++) {
            const from = 4 * (row * a.width + column);
            const far = [0, 1, 2].reduce((sum, part) => sum + Math.abs((a.data[from + part] ?? 0) - (b.data[from + part] ?? 0)), 0);
            if (far > 60) differing++;
          }
        }
        return differing / (width * height);
      });
    },
    [before.toString("base64"), after.toString("base64"), boxes] as const,
  );
}

test.each([
  ["a desktop", DESKTOP],
  ["a phone", PHONE],
  ["a phone held across", ACROSS],
])("every kind of piece is seen on %s", async (_, options) => {
  const page = await at.open("/", { ...options, deviceScaleFactor: 1, bypassCSP: true, reducedMotion: "reduce" });
  const server = await speakFor(page);
  const faults: string[] = [];
  for (const { path, about } of variants) {
    const { scene } = about;
    const pieces = Object.entries(themeOf(scene, undefined)?.pieces ?? {});
    const counters = about.start_picture.counters;
    const length = [...about.start_picture.entities].length;
    const places = new Map<string, number>();
    const free = new Set(Array.from({ length }, (_, center) => center).filter((center) => scene.counters.every((counter) => counter.center !== center)));
    for (const [glyph] of pieces) {
      const allowed = scene.setup?.pieces.find(({ piece }) => piece === glyph)?.centers ?? [...free];
      const center = allowed.find((one) => free.has(one)) ?? [...free][0];
      if (center === undefined) continue;
      free.delete(center);
      places.set(glyph, center);
    }
    // Pieces that would cover one another are shown one after the other.
    const rounds: string[][] = [];
    for (const [glyph, { size }] of pieces) {
      const center = places.get(glyph);
      if (center === undefined) {
        faults.push(`${path}: no place for ${glyph}`);
        continue;
      }
      const far = (other: string) => Math.hypot(...[0, 1].map((part) => scene.centers[places.get(other)!]![part]! - scene.centers[center]![part]!));
      const apart = (round: string[]) => round.every((other) => far(other) > (size + pieces.find(([one]) => one === other)![1].size) / 2 - 0.05);
      const round = rounds.find(apart);
      if (round) round.push(glyph);
      else rounds.push([glyph]);
    }
    for (const round of rounds) {
      const entities = Array.from({ length }, (_, center) => round.find((glyph) => places.get(glyph) === center) ?? "-").join("");
      const picture = { entities, counters };
      server.shown = { about: { ...about, start_picture: picture }, picture };
      const { full, empty, boxes } = await photograph(page, path, picture);
      const shares = await changed(page, empty, full, boxes);
      boxes.forEach(({ glyph, width, height }, index) => {
        const least = scene.strokes.length > 0 ? 0.01 : 0.04;
        if (!(shares[index]! >= least) || Math.max(width, height) < 8) {
          faults.push(`${path}: ${glyph} changes ${((shares[index] ?? 0) * 100).toFixed(1)}% of ${width.toFixed(0)} x ${height.toFixed(0)} pixels`);
        }
      });
    }
  }
  expect(faults).toEqual([]);
}, 600_000);
