// Answers of a made-up game, small enough to see through.

import type { Move, Position, Value } from "../src/api";
import type { Choice, Picture } from "../src/scene";

export const picture = (entities: string, ...counters: number[]): Picture => ({ entities, counters });

/** A move to a position with that value for the opponent. */
export function move(name: string, value?: Value, remoteness?: number | null, best = false): Move {
  return { move: name, position: `after ${name}`, value, remoteness, best, picture: picture("x--") };
}

/** A position whose moves are made by one click each. */
export function position(moves: Move[], value?: Value, remoteness?: number | null): Position {
  const buttons = moves.map<Choice>(({ move: name }, at) => ({ name, button: { kind: "spot", center: at, piece: "x" }, move: at }));
  return {
    position: "here",
    turn: "first",
    board: "",
    over: false,
    kind: "partisan",
    value,
    remoteness,
    moves,
    picture: picture("---"),
    stages: [{ picture: picture("---"), value: value ?? null, remoteness: remoteness ?? null, buttons }],
  };
}

/** A stone is taken from a1 and put on b1 or c1; b1 takes one of two opposing stones besides. */
export function multipart(): Position {
  const moves = [move("a1-b1xd1", "lose", 2, true), move("a1-b1xe1", "tie", 4), move("a1-c1", "win", 1)];
  const spot = (name: string, center: number, to: Partial<Choice>): Choice => ({
    name,
    button: { kind: "spot", center, piece: null },
    ...to,
  });
  return {
    ...position(moves, "win", 3),
    picture: picture("x--oo"),
    stages: [
      { picture: picture("x--oo"), value: "win", remoteness: 3, buttons: [spot("a1", 0, { stage: 1 })] },
      {
        picture: picture("---oo"),
        value: "win",
        remoteness: 3,
        buttons: [
          { name: "b1", button: { kind: "arrow", from: 0, to: 1 }, stage: 2 },
          { name: "c1", button: { kind: "arrow", from: 0, to: 2 }, move: 2 },
        ],
      },
      { picture: picture("-x-oo"), value: "win", remoteness: 3, buttons: [spot("d1", 3, { move: 0 }), spot("e1", 4, { move: 1 })] },
    ],
  };
}
