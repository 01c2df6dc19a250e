// Games between a tree and what is written: played again by the server, which knows the rules.

import type { Answer, Replay } from "./api";
import { texts } from "./language.svelte";
import type { Written } from "./notation";
import { type Tree, current, grow, lineThrough, nodeAt, plant, visit } from "./tree";

/** The moves of one request; a longer game takes several. */
const CHUNK = 200;

/** The game of a tree: the line that the board is on, with all that was played instead. */
export function written(tree: Tree, from = 0): Written[] {
  const moves: Written[] = [];
  let at = nodeAt(tree, from);
  for (;;) {
    const main = at.next ?? at.children[0];
    if (main === undefined) return moves;
    const others = at.children.filter((id) => id !== main);
    const node = nodeAt(tree, main);
    const instead = others.map((id) => [nodeOf(tree, id), ...written(tree, id)]);
    moves.push({ ...nodeOf(tree, main), instead });
    at = node;
  }
}

const nodeOf = (tree: Tree, id: number): Written => {
  const { move, standard } = nodeAt(tree, id);
  return { move: standard ?? move ?? "", instead: [] };
};

/** The same as short as it can be, for an address: no numbers. */
export function compact(moves: readonly Written[]): string {
  return moves.map(({ move, instead }) => [move, ...instead.map((line) => `(${compact(line)})`)].join(" ")).join(" ");
}

export interface Replayed {
  /** At the end of the main line. */
  tree: Tree;
  /** The first position as other programs write it. */
  standard?: string;
  /** What ended the main line. */
  over: Replay["over"];
}

export type Ask = (address: string) => Promise<Answer<Replay>>;

/** Plays a written game again, with all that was played instead; fails with a sentence for people. */
export async function replayed(home: string, start: string | undefined, moves: readonly Written[], ask: Ask): Promise<Replayed> {
  const replay = async (position: string | undefined, line: readonly Written[]): Promise<Replay> => {
    const query = new URLSearchParams();
    if (position !== undefined) query.set("p", position);
    if (line.length > 0) query.set("moves", line.map(({ move }) => move).join(" "));
    const answer = await ask(`${home}/replay?${query}`);
    if (answer.kind === "ready") return answer.facts;
    throw new Error("error" in answer ? answer.error : texts().page.busy);
  };
  /** Plays a line from where a tree is; ends where the line does. */
  const follow = async (tree: Tree, line: readonly Written[]): Promise<{ tree: Tree; over: Replay["over"] }> => {
    const places: number[] = [];
    let [grown, over] = [tree, null as Replay["over"]];
    for (let at = 0; at === 0 || at < line.length; at += CHUNK) {
      const told = await replay(current(grown).position, line.slice(at, at + CHUNK));
      for (const ply of told.plies) {
        places.push(grown.at);
        grown = grow(grown, ply);
      }
      over = told.over;
    }
    const end = grown.at;
    for (const [at, { instead }] of line.entries()) {
      for (const other of instead) grown = (await follow(visit(grown, places[at]!), other)).tree;
    }
    return { tree: visit(grown, end), over };
  };
  const first = await replay(start, []);
  const { tree, over } = await follow(plant(first.position, first.turn), moves);
  return { tree, standard: first.standard, over: moves.length > 0 ? over : first.over };
}

/** The positions of the line that a tree is on, for comparing. */
export function positionsOf(tree: Tree): string[] {
  return lineThrough(tree).map(({ position }) => position);
}
