import { expect, test } from "vitest";
import { claimOf } from "../src/claim";
import { decide } from "../src/strength";
import { likelyGames, typos } from "../src/suggest";
import type { Game } from "../src/api";
import { move } from "./sample";

const line = (...positions: string[]) => positions.map((position) => ({ position }));

test("a draw may be claimed when a position comes up for the third time", () => {
  expect(claimOf(line("a", "b", "a", "b"), () => "1")).toBeUndefined();
  expect(claimOf(line("a", "b", "a", "b", "a"), () => "1")).toBe("repetition");
});

test("or after a hundred plies in which no piece came or went", () => {
  const long = line(...Array.from({ length: 101 }, (_, ply) => `p${ply}`));
  expect(claimOf(long, () => "4")).toBe("no progress");
  expect(claimOf(long.slice(1), () => "4")).toBeUndefined();
  expect(claimOf(long, (position) => (position === "p50" ? "5" : "4"))).toBeUndefined();
  expect(claimOf(long, () => undefined)).toBeUndefined();
});

test("the levels err as often as they say", () => {
  const moves = [move("good", "lose", 2, true), move("bad", "win", 1)];
  const errs = (strength: "beginner" | "medium" | "perfect") => {
    let seed = 7;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const player = { kind: "computer" as const, strength, rate: 0 };
    return Array.from({ length: 4000 }, () => decide(moves, player, random)?.move).filter((name) => name === "bad").length / 4000;
  };
  // An erring move is any move, so half of them are good by chance.
  expect(errs("beginner")).toBeCloseTo(0.375, 1);
  expect(errs("medium")).toBeCloseTo(0.125, 1);
  expect(errs("perfect")).toBe(0);
});

test("mistyped names lead to what was meant", () => {
  expect(typos("qiuxo", "quixo")).toBe(1);
  const games = [["quixo", "Quixo"], ["quarto", "Quarto"], ["connect4", "Connect Four"], ["chess", "Chess endgames"]].map(
    ([id, name]) => ({ id, name, summary: "", kind: "partisan", variants: [] }) as unknown as Game,
  );
  expect(likelyGames(games, "qiuxo")[0]?.id).toBe("quixo");
  expect(likelyGames(games, "Connect 4")[0]?.id).toBe("connect4");
  expect(likelyGames(games, "chess")[0]?.id).toBe("chess");
  expect(likelyGames(games, "zzzzzzzz")).toEqual([]);
});
