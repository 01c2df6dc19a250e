import { expect, test } from "vitest";
import { AT_REST, choose, offerOf, offers, stageOf, stepBack } from "../src/stages";
import { multipart, move, position } from "./sample";

test("a click on a part leads to its stage, the last part makes the move", () => {
  const here = multipart();
  const first = choose(here, AT_REST, here.stages[0]!.buttons[0]!);
  expect(first).toEqual({ kind: "walk", walk: [0, 1] });
  const second = choose(here, [0, 1], here.stages[1]!.buttons[0]!);
  expect(second).toEqual({ kind: "walk", walk: [0, 1, 2] });
  const last = choose(here, [0, 1, 2], here.stages[2]!.buttons[1]!);
  expect(last).toEqual({ kind: "move", move: here.moves[1] });
});

test("a part back is the stage before, and the board itself is as far back as it goes", () => {
  expect(stepBack([0, 1, 2])).toEqual([0, 1]);
  expect(stepBack([0])).toEqual([0]);
});

test("a button that names nothing does nothing", () => {
  const here = multipart();
  const lost = { name: "?", button: { kind: "listed" as const } };
  expect(choose(here, AT_REST, { ...lost, stage: 9 }).kind).toBe("nothing");
  expect(choose(here, AT_REST, { ...lost, move: 9 }).kind).toBe("nothing");
  expect(choose(here, AT_REST, lost).kind).toBe("nothing");
});

test("a walk that belongs to another position shows the position itself", () => {
  const here = position([move("a1")]);
  expect(stageOf(here, [0, 7])).toBe(here.stages[0]);
});

test("an offer has the value of its move for the mover, or of its stage", () => {
  const here = multipart();
  const [take] = offers(here, AT_REST);
  expect(take).toMatchObject({ verdict: { value: "win", remoteness: 3 }, best: true, after: here.stages[1]!.picture });
  const [b1, c1] = offers(here, [0, 1]);
  expect(b1).toMatchObject({ verdict: { value: "win", remoteness: 3 }, best: true });
  expect(c1).toMatchObject({ verdict: { value: "lose", remoteness: 2 }, best: false, after: here.moves[2]!.picture });
  expect(offers(here, [0, 1, 2]).map(({ verdict }) => verdict)).toEqual([
    { value: "win", remoteness: 3 },
    { value: "tie", remoteness: 5 },
  ]);
});

test("without values nothing is best", () => {
  expect(offers(position([move("a1"), move("b1")]), AT_REST).map(({ best }) => best)).toEqual([false, false]);
});

test("a move from the list is an offer like the others", () => {
  const here = multipart();
  const offer = offerOf(here, here.moves[1]!);
  expect(offer).toMatchObject({ verdict: { value: "tie", remoteness: 5 }, best: false, after: here.moves[1]!.picture });
  expect(choose(here, AT_REST, offer.choice)).toEqual({ kind: "move", move: here.moves[1] });
});
