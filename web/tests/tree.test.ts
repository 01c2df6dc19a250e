import { expect, test } from "vitest";
import { branches, current, depth, grow, isTree, lineThrough, nodeAt, note, pathTo, plant, visit } from "../src/tree";

const step = (move: string) => ({ move, position: `p ${move}`, turn: "second" as const });
const played = (...moves: string[]) => moves.reduce((tree, move) => grow(tree, step(move)), plant("start", "first"));

test("a move that was played before leads to the same node", () => {
  const tree = played("a", "b");
  const again = grow(visit(tree, 1), step("b"));
  expect(again.nodes.length).toBe(3);
  expect(again.at).toBe(2);
});

test("an alternative is kept beside the first", () => {
  const tree = grow(visit(played("a", "b", "c"), 1), step("x"));
  expect(nodeAt(tree, 1).children).toEqual([2, 4]);
  expect(pathTo(tree, tree.at).map(({ move }) => move)).toEqual([undefined, "a", "x"]);
  expect(depth(tree, 3)).toBe(3);
});

test("redo follows the branch that was visited last", () => {
  const fork = grow(visit(played("a", "b", "c"), 1), step("x"));
  expect(lineThrough(visit(fork, 0)).map(({ id }) => id)).toEqual([0, 1, 4]);
  const old = visit(visit(fork, 3), 0);
  expect(lineThrough(old).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
});

test("branches read the first line through and hang the others below", () => {
  const tree = grow(visit(grow(visit(played("a", "b", "c"), 1), step("x")), 0), step("y"));
  const all = branches(tree);
  expect(all.nodes.map(({ move }) => move)).toEqual(["a", "b", "c"]);
  expect(all.forks.map((fork) => fork.nodes.map(({ move }) => move))).toEqual([["y"], ["x"]]);
});

test("a verdict is noted once", () => {
  const tree = played("a");
  const told = note(tree, 1, { value: "win", remoteness: 3 });
  expect(current(told).verdict).toEqual({ value: "win", remoteness: 3 });
  expect(note(told, 1, { value: "win", remoteness: 3 })).toBe(told);
});

test("what was kept by the browser is only taken when it is a tree", () => {
  const tree = grow(visit(played("a", "b"), 0), step("c"));
  expect(isTree(JSON.parse(JSON.stringify(tree)))).toBe(true);
  for (const wrong of [null, {}, { nodes: [], at: 0 }, { ...tree, at: 9 }, { ...tree, nodes: tree.nodes.slice(0, 2) }]) {
    expect(isTree(wrong)).toBe(false);
  }
});
