import { describe, expect, test } from "vitest";
import type { Replay } from "../src/api";
import { readMoves, writeMoves } from "../src/notation";
import { type Ask, compact, positionsOf, replayed, written } from "../src/replay";
import { current, grow, plant, visit } from "../src/tree";

/** A game in which every letter may be added to what was added before; "!" may not. */
const letters: Ask = async (address) => {
  const query = new URL(address, "http://here").searchParams;
  let position = query.get("p") ?? "-";
  const plies: Replay["plies"] = [];
  for (const move of (query.get("moves") ?? "").split(" ").filter(Boolean)) {
    if (move === "no") return { kind: "failed", error: `move ${plies.length + 1}: 'no' is no move` };
    position += move;
    plies.push({ move, standard: move.toUpperCase(), position, turn: position.length % 2 === 1 ? "first" : "second" });
  }
  const begin = query.get("p") ?? "-";
  return { kind: "ready", facts: { position: begin, turn: begin.length % 2 === 1 ? "first" : "second", standard: "fen", plies, over: null } };
};

const play = (text: string, start?: string) => replayed("/home", start, readMoves(text), letters);

describe("a game", () => {
  test("comes back as the same tree, alternatives within alternatives included", async () => {
    const text = "1. a b (1... x 2. y (2. w)) (1... z) 2. c";
    const { tree, standard } = await play(text);
    expect(standard).toBe("fen");
    expect(positionsOf(tree)).toEqual(["-", "-a", "-ab", "-abc"]);
    expect(current(tree).position).toBe("-abc");
    expect(tree.nodes.map(({ position }) => position).sort()).toEqual(["-", "-a", "-ab", "-abc", "-ax", "-axw", "-axy", "-az"]);
    // The names that other programs know, and the game's own.
    expect(writeMoves(written(tree))).toBe(text.replace(/[a-z]/g, (letter) => letter.toUpperCase()));
    expect(tree.nodes[1]!.move).toBe("a");
  });

  test("longer than a request is played in several", async () => {
    const { tree } = await play(Array(450).fill("a").join(" "));
    expect(current(tree).position).toBe(`-${"a".repeat(450)}`);
  });

  test("may begin anywhere", async () => {
    expect(positionsOf((await play("c", "-ab")).tree)).toEqual(["-ab", "-abc"]);
    expect(positionsOf((await play("", "-ab")).tree)).toEqual(["-ab"]);
  });

  test("with a move that cannot be made says which", async () => {
    await expect(play("a no")).rejects.toThrow("move 2: 'no' is no move");
    await expect(play("a b (x no) c")).rejects.toThrow(/move 2/);
  });
});

test("what is written is the line that the board is on, the rest stands beside it", () => {
  let tree = plant("-", "first");
  for (const move of ["a", "b"]) tree = grow(tree, { move, position: `${current(tree).position}${move}`, turn: "first" });
  tree = grow(visit(tree, 0), { move: "c", position: "-c", turn: "first" });
  expect(compact(written(tree))).toBe("c (a b)");
  expect(compact(written(visit(tree, 2)))).toBe("a (c) b");
});
