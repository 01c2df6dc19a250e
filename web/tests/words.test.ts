import { expect, test } from "vitest";
import type { Draw, Game, Variant } from "../src/api";
import { ANYTHING, find } from "../src/filter";
import { paragraphs } from "../src/paragraphs";
import { asVerb, bytes, countOf, duration, forMover, further, furtherOfMove, inWords, roughly, shadeOf, soon, source, spoken, verdictOf } from "../src/value";

const variant = (id: string, more: Partial<Variant> = {}): Variant => ({
  id,
  summary: `the ${id} board`,
  state: "solvable",
  start_value: null,
  slots: 100,
  expected_table_bytes: 10,
  loopy: false,
  ...more,
});
const GAMES: Game[] = [
  { id: "tictactoe", name: "Tic-Tac-Toe", aliases: ["noughts and crosses"], summary: "three in a row", kind: "partisan", forms: [], variants: [variant("3x3", { state: "solved", start_value: { value: "tie", remoteness: 9 } })] },
  { id: "quixo", name: "Quixo", aliases: [], summary: "cubes", kind: "partisan", forms: [], variants: [variant("5x5", { state: "unsolved", slots: 1e11, loopy: true }), variant("3x3", { loopy: true })] },
  { id: "sliding", name: "Sliding Puzzle", aliases: ["15 puzzle"], summary: "tiles", kind: "puzzle", forms: [], variants: [variant("2x3", { slots: 2e6, loopy: null })] },
];
const found = (wanted: Partial<typeof ANYTHING>) => find(GAMES, { ...ANYTHING, ...wanted }).flatMap((game) => game.variants.map(({ id }) => `${game.id} ${id}`));

test("words are sought in the game and its variants together", () => {
  expect(found({})).toHaveLength(4);
  expect(found({ words: "QUIXO 3x3" })).toEqual(["quixo 3x3"]);
  expect(found({ words: "row" })).toEqual(["tictactoe 3x3"]);
  expect(found({ words: "chess" })).toEqual([]);
});

test("games with the word in a name come before those that only speak of it", () => {
  const puzzles = { ...GAMES[1]!, id: "riddle", name: "Puzzle of cubes", variants: [variant("1")] };
  const order = (words: string) => find([...GAMES, puzzles], { ...ANYTHING, words }).map(({ id }) => id);
  expect(order("cubes")).toEqual(["riddle", "quixo"]);
  expect(order("")).toEqual(["tictactoe", "quixo", "sliding", "riddle"]);
});

test("filters narrow down to variants", () => {
  expect(found({ size: "large" })).toEqual(["quixo 5x5"]);
  expect(found({ loopy: "no" })).toEqual(["tictactoe 3x3"]);
  expect(found({ state: "ready", players: "two" })).toEqual(["tictactoe 3x3", "quixo 3x3"]);
  expect(found({ players: "one" })).toEqual(["sliding 2x3"]);
  expect(found({ state: "unsolved" })).toEqual(["quixo 5x5"]);
  expect(found({ value: "tie" })).toEqual(["tictactoe 3x3"]);
});

test("a move to a loss in four wins in five", () => {
  expect(forMover({ value: "lose", remoteness: 4 })).toEqual({ value: "win", remoteness: 5 });
  expect(forMover({ value: "draw", remoteness: null })).toEqual({ value: "draw", remoteness: null });
  expect(forMover({})).toBeUndefined();
});

test("values in words", () => {
  expect(inWords({ value: "win", remoteness: 5 })).toBe("win in 5");
  expect(asVerb({ value: "lose", remoteness: 4 })).toBe("loses in 4");
  expect(asVerb({ value: "draw", remoteness: null })).toBe("draws");
});

test("a puzzle is solvable or not", () => {
  expect(inWords({ value: "tie", remoteness: 31 }, "puzzle")).toBe("solvable in 31");
  expect(inWords({ value: "tie", remoteness: 0 }, "puzzle")).toBe("solved");
  expect(inWords({ value: "draw", remoteness: null }, "puzzle")).toBe("unsolvable");
  expect(asVerb({ value: "tie", remoteness: 2 }, "puzzle")).toBe("is solvable in 2");
});

test("a value that comes from no table says where from", () => {
  expect(source({ found_by: "search" })).toBe("found by a search just now");
  expect(source({ found_by: "opening" })).toBe("from the opening table");
  expect(source({})).toBeUndefined();
});

test("Grundy numbers and margins", () => {
  expect(further({ grundy: 0 })).toBe("Grundy number 0");
  expect(further({ margin: -8 })).toBe("loses by 8, played for the margin");
  expect(further({})).toBeUndefined();
  // A move to a position that the opponent loses by 8 wins by 8.
  expect(furtherOfMove({ margin: -8 })).toBe("+8");
  expect(furtherOfMove({ margin: 3 })).toBe("−3");
  expect(furtherOfMove({ grundy: 2 })).toBe("*2");
});

test("moves as a voice reads them", () => {
  expect(spoken("d6-d5xa1")).toBe("d6 to d5, takes a1");
  expect(spoken("xa10")).toBe("takes a10");
  expect(spoken("b2")).toBe("b2");
  expect(spoken("extra")).toBe("extra");
});

test("numbers as people read them", () => {
  expect(roughly(106398112366)).toBe("106 billion");
  expect(roughly(3533)).toBe("3,533");
  expect(bytes(2 ** 31)).toBe("2.0 GiB");
});

test("help texts are prose with drawings in between", () => {
  expect(paragraphs("One\ntwo.\n\nThree:\n  x-o\n  ---\nfour.\n")).toEqual([
    { kind: "text", text: "One two." },
    { kind: "text", text: "Three:" },
    { kind: "drawn", text: "  x-o\n  ---" },
    { kind: "text", text: "four." },
  ]);
});

test("times that passed are rounded to what matters", () => {
  expect([0.04, 9.96, 42.4, 833, 7200].map(duration)).toEqual(["0.0 s", "10.0 s", "42 s", "14 min", "2.0 h"]);
});

test("what is to come is told in steps", () => {
  expect([0.2, 5, 8, 31, 61, 3599].map(soon)).toEqual(["a few seconds", "a few seconds", "about 10 seconds", "about 45 seconds", "about 2 minutes", "about 60 minutes"]);
  expect([46, 60, 7201].map(soon)).toEqual(["about a minute", "about a minute", "about 3 hours"]);
});

test("a draw that is told apart says where it leads, with a sign, and as whoever moves sees it", () => {
  const draw = { ranks: [{ by: "difference", class: -3, heading: ["3-6-0-0"] }], beats: 2 };
  const mine = forMover({ value: "draw", remoteness: null, draw })!;
  expect([asVerb(mine), countOf(mine), shadeOf(mine)]).toEqual(["draws, heading for 3-6-0-0 (+3)", "+3", "draw ahead"]);
  const theirs = { ...mine, draw: { class: -1, heading: [] } };
  expect([inWords(theirs), countOf(theirs), shadeOf(theirs)]).toEqual(["draw, heading for −1", "−1", "draw behind"]);
  const level = forMover({ value: "draw", remoteness: null, draw: { ranks: [{ by: "ratio", class: 0, heading: [] }] } })!;
  expect([countOf(level), shadeOf(level)]).toEqual(["±0", "draw"]);
  expect([countOf({ value: "win", remoteness: 5 }), countOf({ value: "draw", remoteness: null })]).toEqual(["5", ""]);
});

test("a draw with a level says it, with a sign, and as whoever moves sees it", () => {
  const told = (level: NonNullable<Draw["level"]>) => ({ value: "draw" as const, remoteness: null, draw: { level, beats: 1 } });
  const mine = forMover(told({ class: "draw-lose", level: 0, remoteness: 8, pure: false }))!;
  expect([asVerb(mine), countOf(mine), shadeOf(mine)]).toEqual(["draws, draw-win in 9 of level 0, not pure", "+9", "draw ahead"]);
  const theirs = verdictOf(told({ class: "draw-lose", level: 2, remoteness: 8, pure: true }))!;
  expect([inWords(theirs), countOf(theirs), shadeOf(theirs)]).toEqual(["draw, draw-lose in 8 of level 2", "−8", "draw behind"]);
  const open = forMover(told({ class: "untouched", level: null, remoteness: null, pure: true }))!;
  expect([inWords(open), countOf(open), shadeOf(open)]).toEqual(["draw, of no level", "±0", "draw"]);
});

test("a game is found by what else people call it, with blanks and signs or without", () => {
  for (const words of ["noughts and crosses", "noughts & crosses", "NoughtsAndCrosses", "noughts"]) expect(found({ words })).toEqual(["tictactoe 3x3"]);
  for (const words of ["15 puzzle", "15-puzzle", "15puz"]) expect(found({ words })).toEqual(["sliding 2x3"]);
});
