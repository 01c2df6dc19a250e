import { expect, test } from "vitest";
import { PERSON, candidates, decide } from "../src/strength";
import { rank } from "../src/value";
import { move } from "./sample";

// For the mover: win in 3, win in 9, tie in 5, draw, lose in 4, lose in 8.
const MOVES = [
  move("quick", "lose", 2),
  move("slow", "lose", 8),
  move("tie", "tie", 4),
  move("draw", "draw", null),
  move("soon", "win", 3),
  move("late", "win", 7),
];
const names = (list: { move: string }[]) => list.map((one) => one.move);
const computer = { ...PERSON, kind: "computer" as const };

test("perfect takes the quickest win, the quickest tie and the longest loss", () => {
  expect(names(candidates(MOVES, "perfect"))).toEqual(["quick"]);
  expect(names(candidates(MOVES.slice(2), "perfect"))).toEqual(["tie"]);
  expect(names(candidates(MOVES.slice(3), "perfect"))).toEqual(["draw"]);
  expect(names(candidates(MOVES.slice(4), "perfect"))).toEqual(["late"]);
});

test("perfect takes the draw that leads to the better class, and to that by the better way", () => {
  const told = (name: string, theirs: number, beats: number) => ({
    ...move(name, "draw", null),
    draw: { ranks: [{ by: "ratio", class: theirs, heading: [] }], beats },
  });
  const draws = [told("worse", 1, 0), told("roundabout", -2, 1), told("straight", -2, 2), told("as straight", -2, 2)];
  expect(names(candidates(draws, "perfect"))).toEqual(["straight", "as straight"]);
  expect(names(candidates([...draws, MOVES[2]!], "perfect"))).toEqual(["tie"]);
  expect(names(candidates([draws[0]!, MOVES[5]!], "perfect"))).toEqual(["worse"]);
});

test("a level end is better than none, and any of them better than a loss", () => {
  const ranks = (["win", "tie", "draw", "lose"] as const).map((value) => rank({ value, remoteness: 5 }));
  expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  expect(rank({ value: "tie", remoteness: 65535 })).toBeGreaterThan(rank({ value: "draw", remoteness: null }));
  expect(rank({ value: "lose", remoteness: 65535 })).toBeLessThan(rank({ value: "draw", remoteness: null }));
});

test("keeping the value does not mind the pace", () => {
  expect(names(candidates(MOVES, "keeps"))).toEqual(["quick", "slow"]);
  expect(names(candidates(MOVES.slice(4), "keeps"))).toEqual(["soon", "late"]);
});

test("making it long takes the slowest win and the longest loss", () => {
  expect(names(candidates(MOVES, "drags"))).toEqual(["slow"]);
  expect(names(candidates(MOVES.slice(4), "drags"))).toEqual(["late"]);
  expect(names(candidates([move("a", "tie", 2), move("b", "tie", 6)], "drags"))).toEqual(["b"]);
});

test("without values any move will do", () => {
  expect(candidates([move("a"), move("b")], "perfect").length).toBe(2);
  expect(decide([], { ...computer, strength: "keeps" })).toBeUndefined();
});

test("erring happens as often as it is told", () => {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const wrong = (rate: number) =>
    Array.from({ length: 3000 }, () => decide(MOVES, { ...computer, strength: "errs", rate }, random)!).filter(
      (chosen) => chosen.move !== "quick",
    ).length / 3000;
  expect(wrong(0)).toBe(0);
  // One in six of the random moves is right by chance.
  expect(wrong(100)).toBeCloseTo(5 / 6, 1);
  expect(wrong(30)).toBeCloseTo(0.25, 1);
});
