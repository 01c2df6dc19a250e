import { expect, test } from "vitest";
import { LANGUAGES, languageOf } from "../src/language.svelte";
import { type Words, en } from "../src/words/en";
import { ofGame } from "../src/words/game.en";
import { later } from "../src/words/later.en";

/** English has some in files of their own. */
const whole = (words: Words) => ({ ...words, ofGame: words.ofGame ?? ofGame, later: words.later ?? later });
const all = await Promise.all(Object.entries(LANGUAGES).map(async ([id, { fetch }]) => ({ id, words: whole(await fetch()) })));

test("the language that was chosen is spoken, or the first that the browser asks for, or English", () => {
  expect(languageOf("browser", ["fr-CH", "de-CH", "en"])).toBe("de");
  expect(languageOf("browser", ["EN-us", "de"])).toBe("en");
  expect(languageOf("browser", ["fr"])).toBe("en");
  expect(languageOf("de", ["en"])).toBe("de");
  // What another version of the page kept, or somebody else.
  expect(languageOf("constructor", ["toString", "de"])).toBe("de");
});

/** The names of all texts, and what kind each is. `sides` is as long as a language has words of its own. */
function shape(part: unknown, path = ""): string[] {
  if (path === ".sides") return [];
  if (typeof part !== "object" || part === null) return [`${path}: ${typeof part}`];
  return Object.entries(part).flatMap(([key, inner]) => shape(inner, `${path}.${key}`));
}

test.each(all)("$id has all texts, and none is empty", ({ id, words }) => {
  expect(words.locale).toBe(id);
  expect(shape(words)).toEqual(shape(whole(en)));
  const empty = (part: unknown): boolean => part === "" || (typeof part === "object" && part !== null && Object.values(part).some(empty));
  expect(empty(words)).toBe(false);
});

test.each(all)("$id says something for every number and name", ({ words }) => {
  const samples: Record<string, unknown[]> = {
    ".values.heading": [["6,3"], "+3"],
    ".riddle.level": ["easy", 2, 3, 4],
    ".later.statistics.longest": ["win", 4],
    ".ofGame.match.keeps": ["a1", "tie"],
    ".ofGame.match.find": ["X", "win"],
  };
  const visit = (part: unknown, path: string): void => {
    if (typeof part === "object" && part !== null) for (const [key, inner] of Object.entries(part)) visit(inner, `${path}.${key}`);
    if (typeof part !== "function") return;
    const given = samples[path] ?? Array.from({ length: part.length }, (_, at) => 7 + at);
    const said: unknown = part(...given);
    expect(said, path).toBeTypeOf("string");
    expect(said, path).not.toMatch(/undefined|null|NaN|\[object|function|=>/);
  };
  visit(words, "");
});

const numbers = (say: (number: number) => string) => [0, 1, 2, 11].map(say);
const of = (id: string) => all.find((one) => one.id === id)!.words;

test("English plurals", () => {
  const words = of("en");
  expect(numbers((number) => words.catalogue.found(number, number))).toEqual(["0 games, 0 variants", "1 game, 1 variant", "2 games, 2 variants", "11 games, 11 variants"]);
  expect(numbers((number) => words.board.moves("a1", number))).toEqual(["a1: 0 moves", "a1: 1 move", "a1: 2 moves", "a1: 11 moves"]);
  expect(numbers((number) => words.later.statistics.longest("win", number))).toEqual(["Longest win: 0 plies", "Longest win: 1 ply", "Longest win: 2 plies", "Longest win: 11 plies"]);
  expect(words.catalogue.more(1234)).toBe("1,234 more");
  expect(["White", "Dogs", "Geese"].map((side) => words.wins(side))).toEqual(["White wins", "Dogs win", "Geese win"]);
  expect(words.wins("Black", -6)).toBe("Black wins by 6");
  expect([words.riddle.findWin, words.riddle.saveTie]).toEqual(["Find the only move that wins.", "Find the only move that saves the tie."]);
});

test("German plurals", () => {
  const words = of("de");
  expect(numbers((number) => words.catalogue.found(number, number))).toEqual(["0 Spiele, 0 Varianten", "1 Spiel, 1 Variante", "2 Spiele, 2 Varianten", "11 Spiele, 11 Varianten"]);
  expect(numbers((number) => words.board.moves("a1", number))).toEqual(["a1: 0 Züge", "a1: 1 Zug", "a1: 2 Züge", "a1: 11 Züge"]);
  expect(numbers((number) => words.later.statistics.longest("lose", number))).toEqual([
    "Längste Niederlage: 0 Halbzüge",
    "Längste Niederlage: 1 Halbzug",
    "Längste Niederlage: 2 Halbzüge",
    "Längste Niederlage: 11 Halbzüge",
  ]);
  expect(words.catalogue.streak(2)).toBe("die des Tages an 2 Tagen in Folge gelöst");
  expect(words.catalogue.more(1234)).toBe("1.234 weitere");
  expect(["White", "Geese", "Tigers"].map((side) => words.wins(words.sides[side]!))).toEqual(["Weiß gewinnt", "Gänse gewinnen", "Tiger gewinnen"]);
});

test("no language but English has texts that are fetched for themselves", async () => {
  for (const [id, { fetch }] of Object.entries(LANGUAGES)) {
    const words = await fetch();
    expect([words.ofGame !== undefined, words.later !== undefined], id).toEqual([id !== "en", id !== "en"]);
  }
});
