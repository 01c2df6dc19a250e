import { expect, test } from "vitest";
import { labels } from "../src/labels";
import { type Target, heldAtOnce, targets } from "../src/reach";
import type { Button, Scene } from "../src/scene";
import type { Offer } from "../src/stages";
import { picture } from "./sample";

/** Three by three cells, of which some can be named otherwise. */
const scene = (more: Partial<Scene> = {}): Scene => ({
  space: [3, 3],
  centers: Array.from({ length: 9 }, (_, at) => [(at % 3) + 0.5, Math.floor(at / 3) + 0.5]),
  names: ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"],
  strokes: [],
  players: ["X", "O"],
  buttonRadius: 0.16,
  arrowWidth: 0.1,
  lineWidth: 0.1,
  linesByEnds: false,
  counters: [],
  setup: null,
  themes: [],
  fallback: false,
  ...more,
});
const offer = (name: string, button: Button): Offer => ({ choice: { name, button, move: 0 }, verdict: undefined, best: false, after: undefined });
const arrow = (name: string, from: number, to: number) => offer(name, { kind: "arrow", from, to });
const spot = (name: string, center: number) => offer(name, { kind: "spot", center, piece: null });
const line = (name: string, from: number, to: number) => offer(name, { kind: "line", from, to });
const says = ({ act }: Target) =>
  act.kind === "make" ? act.offer.choice.name : act.kind === "drop" ? "drop" : act.held.kind === "place" ? `take ${act.held.center}` : `which of ${act.held.names.join()}`;
const at = (list: Target[]) => Object.fromEntries(list.map((one) => [one.key, says(one)]));

test("a piece that can move is taken up first, and put down where it can go", () => {
  const moves = [arrow("a3-b3", 0, 1), arrow("a3-c3", 0, 2), arrow("b2-b3", 4, 1)];
  const board = picture("x---x----");
  expect(at(targets(scene(), board, moves, undefined, 0.1))).toEqual({ "at 0": "take 0", "at 4": "take 4" });
  const held = targets(scene(), board, moves, { kind: "place", center: 0 }, 0.1);
  expect(at(held)).toEqual({ "at 0": "drop", "at 4": "take 4", "at 1": "a3-b3", "at 2": "a3-c3" });
  expect(held.filter(({ end }) => end).map(({ key }) => key)).toEqual(["at 1", "at 2"]);
});

test("an arrow from where nothing stands is a button of its own", () => {
  expect(at(targets(scene(), picture("---------"), [arrow("in", 0, 2)], undefined, 0.1))).toEqual({ in: "in" });
});

test("a line is clicked at its ends, from either, and a spot on one of them by a second click", () => {
  const moves = [line("a3-c3", 0, 2), line("a3-b3", 0, 1), spot("a3", 0), spot("b2", 4)];
  const ends = scene({ linesByEnds: true });
  const board = picture("ooo-o----");
  expect(at(targets(ends, board, moves, undefined, 0.1))).toEqual({ "at 0": "take 0", "at 2": "take 2", "at 1": "take 1", "at 4": "b2" });
  expect(at(targets(ends, board, moves, { kind: "place", center: 2 }, 0.1))).toEqual({ "at 0": "a3-c3", "at 1": "take 1", "at 2": "drop" });
  expect(at(targets(ends, board, moves, { kind: "place", center: 0 }, 0.1))).toEqual({ "at 0": "a3", "at 1": "a3-b3", "at 2": "a3-c3" });
  // Where lines do not cover one another, each is a button.
  expect(at(targets(scene(), board, moves.slice(0, 2), undefined, 0.1))).toEqual({ "a3-c3": "a3-c3", "a3-b3": "a3-b3" });
});

test("buttons on one another ask which is meant, and so do those too near for a finger", () => {
  const moves = [spot("up", 4), spot("down", 4), spot("a1", 6)];
  expect(at(targets(scene(), picture("---------"), moves, undefined, 0.1))).toEqual({ "at 4": "which of up,down", "at 6": "a1" });
  const near = targets(scene(), picture("---------"), [spot("a1", 6), spot("b1", 7)], undefined, 1.1);
  expect(near.map(says)).toEqual(["which of a1,b1"]);
  const open = targets(scene(), picture("---------"), moves, { kind: "pile", names: ["up", "down"] }, 0.1);
  expect(at(open)["at 4"]).toBe("drop");
});

test("in the middle of a move, the only piece that can go on is taken up already", () => {
  const board = picture("x--------");
  expect(heldAtOnce(scene(), board, [arrow("a3-b3", 0, 1), arrow("a3-c3", 0, 2)])).toEqual({ kind: "place", center: 0 });
  expect(heldAtOnce(scene(), board, [arrow("a3-b3", 0, 1), spot("c1", 8)])).toBeUndefined();
});

test("what has one name is one place: the storeys of a cell", () => {
  const cell = scene({ names: ["a3", "a3", "c3"] });
  const [target] = targets(cell, picture("x--------"), [arrow("a3-c3", 0, 2)], undefined, 0.1);
  expect(target?.at).toEqual([1, 0.5]);
});

test("a board of squares has letters below and numbers to its left", () => {
  const found = labels(scene());
  expect(found.map(({ text }) => text).sort()).toEqual(["1", "2", "3", "a", "b", "c"]);
  expect(found.find(({ text }) => text === "b")!.at[0]).toBe(1.5);
  expect(found.find(({ text }) => text === "b")!.at[1]).toBeGreaterThan(3);
  expect(found.find(({ text }) => text === "3")!.at[1]).toBe(0.5);
  expect(found.find(({ text }) => text === "3")!.at[0]).toBeLessThan(0);
});

test("letters and numbers do not stand on the rim of the board", () => {
  // The first points are as far from the rim as the letters are from the points.
  const centers = [0.7, 1.7, 2.7].flatMap((y) => [0.7, 1.7, 2.7].map((x): [number, number] => [x, y]));
  const found = labels(scene({ space: [3.4, 3.4], centers }));
  expect(found).toHaveLength(6);
  for (const { text, at } of found) {
    const [x, y] = at;
    expect(/\d/.test(text) ? x : 3.4 - y, text).toBeCloseTo(-0.2);
  }
});

test("other places have their names beside them, but not lines", () => {
  expect(labels(scene({ names: ["1", "2", "3"] })).map(({ text }) => text)).toEqual(["1", "2", "3"]);
  expect(labels(scene({ names: [] }))).toEqual([]);
  const lines = scene({ names: ["12", "1", "2"], strokes: [[1, 2]] });
  expect(labels(lines).map(({ text }) => text)).toEqual(["1", "2"]);
});

test("names of the holes of a triangle lie between its lines", () => {
  // Each hole leans on the two below it, half a place aside.
  const centers: [number, number][] = [[1.5, 0.5], [1, 1.5], [2, 1.5], [0.5, 2.5], [1.5, 2.5], [2.5, 2.5]];
  const found = labels(scene({ space: [3, 3], centers, names: ["a1", "b1", "c1", "d1", "e1", "f1"] }));
  expect(found).toHaveLength(6);
  for (const { text, at } of found) {
    for (const [x, y] of centers) {
      for (const [endX, endY] of centers) {
        const isLine = Math.abs(x - endX) < 1.1 && Math.abs(y - endY) < 1.1 && (x !== endX || y !== endY);
        if (!isLine) continue;
        const part = Math.min(1, Math.max(0, ((at[0] - x) * (endX - x) + (at[1] - y) * (endY - y)) / ((endX - x) ** 2 + (endY - y) ** 2)));
        const far = Math.hypot(at[0] - x - part * (endX - x), at[1] - y - part * (endY - y));
        expect(far, `${text} and the line from ${[x, y]} to ${[endX, endY]}`).toBeGreaterThan(0.2);
      }
    }
  }
});
