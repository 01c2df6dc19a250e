import { expect, test } from "vitest";
import { judge, keeps, review } from "../src/review";
import { grow, lineThrough, plant } from "../src/tree";
import { move, position } from "./sample";

const HERE = position([move("best", "lose", 2, true), move("slow", "lose", 6), move("tie", "tie", 4), move("lost", "win", 5)], "win", 3);

test("a best move is no fault, a slower one is slow, a lower value is a mistake", () => {
  expect(judge(HERE, "best")).toBeUndefined();
  expect(judge(HERE, "slow")).toMatchObject({ fault: "slow", became: { value: "win", remoteness: 7 } });
  expect(judge(HERE, "tie")).toMatchObject({ fault: "mistake", was: { value: "win", remoteness: 3 } });
  expect(judge(HERE, "lost")?.best.map((one) => one.move)).toEqual(["best"]);
});

test("nothing is judged without values, nor a move that is not there", () => {
  expect(judge(position([move("a")]), "a")).toBeUndefined();
  expect(judge(HERE, "elsewhere")).toBeUndefined();
});

test("a review finds the faults of the line that was played", () => {
  let tree = plant("here", "first");
  tree = grow(tree, { move: "tie", position: "there", turn: "second" });
  tree = grow(tree, { move: "fine", position: "end", turn: "first" });
  const there = { ...position([move("fine", "tie", 3, true)], "tie", 4), position: "there", turn: "second" as const };
  const known = new Map([["here", HERE], ["there", there]]);
  const found = review(lineThrough(tree), (name) => known.get(name));
  expect(found.map(({ after, player, fault }) => [after.move, player, fault])).toEqual([["tie", "first", "mistake"]]);
  expect(review(lineThrough(tree), () => undefined)).toEqual([]);
});

test("a second try is good when it keeps the value, at any pace", () => {
  expect(HERE.moves.map((one) => keeps(HERE, one))).toEqual([true, true, false, false]);
});
