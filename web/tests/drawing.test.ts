import { expect, test } from "vitest";
import { shares } from "../src/chart";
import { columns, forFirst, height, logarithmic, totals } from "../src/chart";
import { arrowPath, curvePath, neighbour, onCurve } from "../src/geometry";
import { advance } from "../src/motion";
import { type Point, changes } from "../src/scene";
import { picture } from "./sample";

const CENTERS: Point[] = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]];

test("a piece that vanishes here and appears there has moved", () => {
  const before = advance([], picture("x-o---"), CENTERS);
  const after = advance(before, picture("-xo---"), CENTERS);
  expect(after.find(({ glyph }) => glyph === "x")).toEqual({ ...before[0], center: 1 });
  expect(after.length).toBe(2);
});

test("a capture removes a piece, a new one gets a new name", () => {
  const before = advance([], picture("xo----"), CENTERS);
  const after = advance(before, picture("-x---x"), CENTERS);
  expect(after.map(({ glyph, center }) => [glyph, center])).toEqual([["x", 1], ["x", 5]]);
  expect(new Set(after.map(({ id }) => id)).size).toBe(2);
  expect(after[1]!.id).toBeGreaterThan(Math.max(...before.map(({ id }) => id)));
});

test("of two that could have moved the nearer did", () => {
  const before = advance([], picture("x----x"), CENTERS);
  const after = advance(before, picture("----x-"), CENTERS);
  expect(after).toEqual([{ ...before[1], center: 4 }]);
});

test("pictures differ where their characters do", () => {
  expect(changes(picture("x-o"), picture("-xo-"))).toEqual([0, 1]);
});

test("arrow keys go to the nearest point ahead", () => {
  expect(neighbour(CENTERS, 0, "ArrowRight")).toBe(1);
  expect(neighbour(CENTERS, 1, "ArrowDown")).toBe(4);
  expect(neighbour(CENTERS, 0, "ArrowUp")).toBeUndefined();
});

test("every point can be reached from every other by arrow keys", () => {
  const reached = new Set([0]);
  for (const from of reached) {
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] as const) {
      const to = neighbour(CENTERS, from, key);
      if (to !== undefined) reached.add(to);
    }
  }
  expect(reached.size).toBe(CENTERS.length);
});

test("curves and arrows", () => {
  expect(onCurve([[0, 0], [1, 2], [2, 0]], 0.5)).toEqual([1, 1]);
  expect(curvePath([[0, 0], [1, 2], [2, 0]])).toBe("M0 0 Q1 2 2 0");
  expect(arrowPath([0, 0], [10, 0], 1, 1)).toContain("L9 0");
});

test("the history is up where the first player wins, whoever moves", () => {
  expect(forFirst({ value: "lose", remoteness: 2 }, "second")).toBe("win");
  const up = height({ value: "lose", remoteness: 2 }, "second", 10);
  expect(up).toBeGreaterThan(height({ value: "win", remoteness: 9 }, "first", 10));
  expect(height({ value: "draw", remoteness: null }, "first", 10)).toBe(0.5);
  expect(height({ value: "win", remoteness: 0 }, "second", 10)).toBe(0);
});

test("columns hold what has one remoteness, those without end come last", () => {
  const row = (value: "win" | "lose" | "tie" | "draw", remoteness: number | null, positions: number) => ({ value, remoteness, positions, canonical: 1 });
  const counts = [row("draw", null, 5), row("win", 1, 7), row("tie", 1, 3), row("lose", 0, 2)];
  expect(columns(counts).map(({ remoteness, total }) => [remoteness, total])).toEqual([[0, 2], [1, 10], [null, 5]]);
  expect(columns(counts)[1]!.parts.map(({ value }) => value)).toEqual(["win", "tie"]);
  expect(totals(counts).map(({ value, positions }) => [value, positions])).toEqual([["win", 7], ["tie", 3], ["draw", 5], ["lose", 2]]);
  expect(logarithmic(0, 10)).toBe(0);
  expect(logarithmic(10, 10)).toBe(1);
});

test("percentages add up", () => {
  expect(shares([1, 1, 1])).toEqual(["33.4%", "33.3%", "33.3%"]);
  expect(shares([999999, 1])).toEqual(["100.0%", "<0.1%"]);
  expect(shares([])).toEqual([]);
});
