import { expect, test } from "vitest";
import type { Move, Position } from "../src/api";
import { grouped, heat, ranked, spacing } from "../src/explorer";
import type { Scene } from "../src/scene";
import type { Offer } from "../src/stages";

const picture = { entities: "---", counters: [] };
const move = (name: string, value: Move["value"], remoteness: number | null, draw?: number): Move => ({
  move: name,
  position: name,
  value,
  remoteness,
  picture,
  draw: draw === undefined ? undefined : { ranks: [{ by: "ratio", class: draw, heading: [] }], beats: 0 },
});
const position = (...moves: Move[]) => ({ moves }) as Position;

test("moves are grouped by what they come to for who makes them, best first", () => {
  const rows = ranked(position(move("a", "win", 3), move("b", "lose", 4), move("c", "tie", 2), move("d", "lose", 2), move("e", "draw", null)));
  const groups = grouped(rows);
  expect(groups.map(({ verdict, rows }) => [verdict.value, rows.map((row) => [row.move.move, row.verdict.remoteness])])).toEqual([
    ["win", [["d", 3], ["b", 5]]],
    ["tie", [["c", 3]]],
    ["draw", [["e", null]]],
    ["lose", [["a", 4]]],
  ]);
});

test("draws that are told apart are grouped by class, as who makes the move sees them", () => {
  const groups = grouped(ranked(position(move("a", "draw", null, 2), move("b", "draw", null, -1), move("c", "draw", null, 2), move("d", "draw", null, 0))));
  expect(groups.map(({ verdict, rows }) => [verdict.draw?.class, rows.length])).toEqual([[1, 1], [0, 1], [-2, 2]]);
});

test("moves without values are in no group", () => {
  expect(grouped(ranked(position({ move: "a", position: "a", picture })))).toEqual([]);
});

test("a place is as hot as the best move that goes there", () => {
  const scene = { space: [3, 1], centers: [[0.5, 0.5], [1.5, 0.5], [2.5, 0.5]], names: ["a1", "b1", "c1"], strokes: [], linesByEnds: false } as unknown as Scene;
  const offer = (button: object, value: "win" | "lose", remoteness: number) => ({ choice: { name: "", button }, verdict: { value, remoteness } }) as unknown as Offer;
  const found = heat(scene, [
    offer({ kind: "arrow", from: 0, to: 2 }, "lose", 4),
    offer({ kind: "arrow", from: 1, to: 2 }, "win", 5),
    offer({ kind: "arrow", from: 0, to: 2 }, "win", 3),
    offer({ kind: "spot", center: 1, piece: null }, "lose", 2),
    offer({ kind: "listed" }, "win", 1),
  ]);
  expect([...found]).toEqual([[2, { value: "win", remoteness: 3 }], [1, { value: "lose", remoteness: 2 }]]);
  expect(spacing(scene)).toBe(1);
});
