import { expect, test } from "vitest";
import type { About } from "../src/api";
import { readScore } from "../src/notation";
import { placeOfGame, placeOfText, resultOfGame, svgOf, textOfGame } from "../src/share";
import { grow, plant, visit } from "../src/tree";

const about = {
  game: "chess",
  variant: "KQ-K",
  name: "Chess endgames",
  kind: "partisan",
  start: "start",
  scene: { players: ["White", "Black"], space: [2, 1], centers: [[0.5, 0.5], [1.5, 0.5]], names: ["a1", "b1"], strokes: [], counters: [], themes: [], fallback: false },
} as unknown as About;

const tree = ["d1-d5", "e8-e7"].reduce((tree, move) => grow(tree, { move, standard: move.slice(3), position: move, turn: "first" }), plant("start", "first"));

test("an address has the whole game, and where the board is", () => {
  expect(placeOfGame(about, tree)).toEqual({ game: "chess", variant: "KQ-K", position: undefined, moves: "d5 e7", ply: undefined, embedded: undefined });
  expect(placeOfGame(about, visit(tree, 1))).toMatchObject({ moves: "d5 e7", ply: 1 });
  expect(placeOfGame(about, plant("else", "first"))).toMatchObject({ position: "else", moves: undefined, ply: undefined });
});

test("results are those of the first player, of the second, level, or none yet", () => {
  expect(resultOfGame("second", { value: "lose", remoteness: 0 })).toBe("1-0");
  expect(resultOfGame("first", { value: "lose", remoteness: 0 })).toBe("0-1");
  expect(resultOfGame("first", { value: "win", remoteness: 0 })).toBe("1-0");
  expect(resultOfGame("first", { value: "tie", remoteness: 0 })).toBe("1/2-1/2");
  expect(resultOfGame("first", null)).toBe("*");
  expect(resultOfGame("first", null, { kind: "resigned", loser: "first" })).toBe("0-1");
});

test("a text has the headers that chess programs ask for, and leads back", () => {
  const text = textOfGame(about, { tree, standard: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", over: null }, new Date(2026, 10, 8));
  expect(text).toContain('[Date "2026.11.08"]');
  expect(text).toContain('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"]');
  expect(text).toContain("\n1. d5 e7 *\n");
  expect(placeOfText(readScore(text), { game: "nim", variant: "3" })).toEqual({ game: "chess", variant: "KQ-K", position: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", moves: "1. d5 e7" });
});

test("a text without a game belongs to the one on the board; one without anything is refused", () => {
  expect(placeOfText(readScore("1. a b"), { game: "nim", variant: "3" })).toMatchObject({ game: "nim", variant: "3", position: undefined });
  expect(() => placeOfText(readScore("hello there"), { game: "nim", variant: "3" })).not.toThrow();
  expect(() => placeOfText(readScore('[Event "x"]'), { game: "nim", variant: "3" })).toThrow("no moves");
  expect(() => placeOfText(readScore('[Game "chess"]\n\n1. a'), { game: "nim", variant: "3" })).toThrow(/header Game/);
});

test("a picture needs no other file", async () => {
  const theme = { id: "a", name: "A", background: "/art/board.svg", foreground: null, pieces: { x: { image: "/art/x.svg", size: 0.8, name: "X" } } };
  const svg = await svgOf({ ...about.scene, themes: [theme] }, theme, { entities: "x-", counters: [] }, false, async (image) => `data:,${image}`);
  expect(svg.match(/href="[^"]*"/g)).toEqual(['href="data:,/art/board.svg"', 'href="data:,/art/x.svg"']);
  expect(svg).toContain('x="10" y="10" width="80" height="80"');
});
