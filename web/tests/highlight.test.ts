import { expect, test } from "vitest";
import { highlighted, spanOf, wordOf } from "../src/highlight";
import { packed, unpacked } from "../src/packed";

const TEXT = 'game "𝔸 # B" # a name\nturn steep a stone\n  x . o 3\n';
const mistake = { line: 2, column: 6, length: 5, message: "", advice: "did you mean 'step'?" };

test("pieces are the text, each with its look", () => {
  const pieces = highlighted(TEXT, mistake);
  expect(pieces.map(({ text }) => text).join("")).toBe(TEXT);
  const look = (part: string) => pieces.find(({ text }) => text === part)?.look;
  expect(["game", '"𝔸 # B"', "# a name", "turn", "3"].map(look)).toEqual(["statement", "name", "comment", "statement", "number"]);
  expect(pieces.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(["steep"]);
});

test("a mark may lie behind the end of a line, or behind letters of two units", () => {
  const end = highlighted("board\n", { ...mistake, line: 1, column: 6, length: 1 });
  expect(end.filter(({ marked }) => marked).map(({ text }) => text)).toEqual([" "]);
  const behind = { ...mistake, line: 1, column: 14, length: 1 };
  expect(highlighted(TEXT, behind).find(({ marked }) => marked)?.text).toBe("#");
  const [from, to] = spanOf(TEXT, behind);
  expect(TEXT.slice(from, to)).toBe("#");
});

test("the word that is offered stands where the mistake was", () => {
  const [from, to] = spanOf(TEXT, mistake);
  expect(TEXT.slice(from, to)).toBe("steep");
  expect(wordOf(mistake.advice)).toBe("step");
  expect([wordOf("statements begin with game"), wordOf(null)]).toEqual([undefined, undefined]);
});

test("a text travels in an address and comes back", async () => {
  const hash = await packed(TEXT.repeat(20));
  expect(hash).toMatch(/^t=[\w-]+$/);
  expect(hash.length).toBeLessThan(200);
  expect(await unpacked(`#${hash}`)).toBe(TEXT.repeat(20));
  expect(await unpacked("")).toBeUndefined();
  await expect(unpacked("#t=nonsense!")).rejects.toThrow();
  await expect(unpacked(`#${await packed("a".repeat(1_000_000))}`)).rejects.toThrow();
});
