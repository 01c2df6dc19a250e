import { describe, expect, test } from "vitest";
import { type Written, Unreadable, header, readMoves, readScore, writeMoves, writeScore } from "../src/notation";

const line = (...moves: string[]): Written[] => moves.map((move) => ({ move, instead: [] }));

describe("moves", () => {
  test("are numbered in pairs, and read again without the numbers", () => {
    const moves = line("b2", "a1", "c3");
    expect(writeMoves(moves)).toBe("1. b2 a1 2. c3");
    expect(writeMoves(moves, 1)).toBe("1... b2 2. a1 c3");
    expect(readMoves("1. b2 a1 2. c3")).toEqual(moves);
    expect(readMoves("1.b2 a1 2.c3 *")).toEqual(moves);
  });

  test("have alternatives, also within alternatives", () => {
    const moves = line("a", "b", "c");
    moves[1]!.instead = [line("x", "y"), line("z")];
    moves[1]!.instead[0]![1]!.instead = [line("w")];
    const text = "1. a b (1... x 2. y (2. w)) (1... z) 2. c";
    expect(writeMoves(moves)).toBe(text);
    expect(readMoves(text)).toEqual(moves);
  });

  test("keep what looks like a result, unless the headers say that it is one", () => {
    expect(readMoves("1. 1-0 2-0").map(({ move }) => move)).toEqual(["1-0", "2-0"]);
    expect(readMoves("1. 1-0 1-0", "1-0").map(({ move }) => move)).toEqual(["1-0"]);
  });

  test("pass over comments and opinions", () => {
    expect(readMoves("1. a! {a fine\nmove} b?! $4 ; the rest\n2. c").map(({ move }) => move)).toEqual(["a", "b", "c"]);
  });

  test.each([
    ["1. a (", /not closed/],
    ["1. a )", /not opened/],
    ["(1. a)", /there is none/],
    ["1. a () b", /without a move/],
    ["1. a {b", /comment is not closed/],
    [Array(5001).fill("a").join(" "), /more than 5,000 moves/],
    [`${"a (".repeat(60)}a${")".repeat(60)}`, /deep/],
  ])("that are damaged get a reason: %#", (text, why) => {
    expect(() => readMoves(text)).toThrow(why);
    expect(() => readMoves(text)).toThrow(Unreadable);
  });
});

describe("a game", () => {
  const score = { headers: [["Game", "nim 3-4-5"], ["Note", 'a "word" and \\'], ["Result", "1-0"]] as [string, string][], moves: line(...Array(60).fill("3-1")) };

  test("is the same when it is read again, and no line is long", () => {
    const text = writeScore(score);
    expect(Math.max(...text.split("\n").map((one) => one.length))).toBeLessThanOrEqual(80);
    expect(readScore(text)).toEqual(score);
    expect(header(readScore(text.replace(/\n/g, "\r\n")), "Note")).toBe('a "word" and \\');
  });

  test("with a damaged header names its line", () => {
    expect(() => readScore('[Game "nim"]\n[Result 1-0]\n')).toThrow(/^Line 2: a header is written/);
  });

  test("of the second player begins with three dots", () => {
    expect(writeScore({ headers: [], moves: line("a", "b") }, true)).toBe("\n1... a 2. b *\n");
  });
});
