// The game as a tree: every alternative that was played is kept. Trees do not change; each step
// makes a new one.

import type { Turn, Verdict } from "./api";

export interface Node {
  id: number;
  /** Missing at the root. */
  parent?: number;
  /** The move that led here. */
  move?: string;
  /** The same as other programs write it, where they have a way of their own. */
  standard?: string;
  position: string;
  turn: Turn;
  /** For the player to move here; missing while unknown. */
  verdict?: Verdict;
  /** In the order in which they were first played. */
  children: number[];
  /** The child that was visited last: where Redo goes. */
  next?: number;
}

export interface Tree {
  nodes: readonly Node[];
  at: number;
}

/** A tree of one position. */
export function plant(position: string, turn: Turn, verdict?: Verdict): Tree {
  return { nodes: [{ id: 0, position, turn, verdict, children: [] }], at: 0 };
}

function change(tree: Tree, id: number, by: Partial<Node>): Tree {
  return { ...tree, nodes: tree.nodes.map((node) => (node.id === id ? { ...node, ...by } : node)) };
}

export function nodeAt(tree: Tree, id: number): Node {
  const node = tree.nodes[id];
  if (!node) throw new RangeError(`the tree has no node ${id}`);
  return node;
}

export function current(tree: Tree): Node {
  return nodeAt(tree, tree.at);
}

/** Plays a move from where the tree is: an old branch when it was played before, else a new one. */
export function grow(tree: Tree, step: { move: string; standard?: string; position: string; turn: Turn; verdict?: Verdict }): Tree {
  const here = current(tree);
  const known = here.children.find((id) => nodeAt(tree, id).move === step.move);
  if (known !== undefined) return visit(tree, known);
  const id = tree.nodes.length;
  const grown = change(tree, here.id, { children: [...here.children, id], next: id });
  return { nodes: [...grown.nodes, { ...step, id, parent: here.id, children: [] }], at: id };
}

/** Goes to a node, and remembers the way for Redo. */
export function visit(tree: Tree, id: number): Tree {
  let way = tree;
  for (const node of pathTo(tree, id)) {
    if (node.parent !== undefined && nodeAt(way, node.parent).next !== node.id) {
      way = change(way, node.parent, { next: node.id });
    }
  }
  return { ...way, at: id };
}

/** Notes what a position is worth. */
export function note(tree: Tree, id: number, verdict: Verdict): Tree {
  const known = nodeAt(tree, id).verdict;
  if (known && known.value === verdict.value && known.remoteness === verdict.remoteness) return tree;
  return change(tree, id, { verdict });
}

/** The nodes from the root to a node. */
export function pathTo(tree: Tree, id: number): Node[] {
  const path: Node[] = [];
  for (let at: number | undefined = id; at !== undefined; at = nodeAt(tree, at).parent) path.unshift(nodeAt(tree, at));
  return path;
}

/** The line on which the tree is, as far as it was played: behind, here and ahead. */
export function lineThrough(tree: Tree): Node[] {
  const line = pathTo(tree, tree.at);
  for (let next = line[line.length - 1]?.next; next !== undefined; next = nodeAt(tree, next).next) {
    line.push(nodeAt(tree, next));
  }
  return line;
}

/** The depth of a node: plies since the root. */
export function depth(tree: Tree, id: number): number {
  return pathTo(tree, id).length - 1;
}

/** A run of moves without a fork, then the forks: what a list of variations shows. */
export interface Branch {
  nodes: Node[];
  forks: Branch[];
}

/**
 * The tree as nested runs. At a fork the first branch goes on in the same run and the others stand
 * behind it, so the main line reads through.
 */
export function branches(tree: Tree, from = 0): Branch {
  const nodes: Node[] = [];
  const forks: Branch[] = [];
  let at: number | undefined = from;
  while (at !== undefined) {
    const node: Node = nodeAt(tree, at);
    if (node.parent !== undefined) nodes.push(node);
    const [main, ...rest] = node.children;
    forks.push(...rest.map((id) => branches(tree, id)));
    at = main;
  }
  return { nodes, forks };
}

/** Whether something is a tree, whoever wrote it down. */
export function isTree(told: unknown): told is Tree {
  const tree = told as Tree | undefined;
  if (!tree || !Array.isArray(tree.nodes) || !tree.nodes[tree.at]) return false;
  return tree.nodes.every(
    (node, id) =>
      node?.id === id &&
      typeof node.position === "string" &&
      (id === 0 ? node.parent === undefined : Number.isInteger(node.parent) && node.parent! < id) &&
      Array.isArray(node.children) &&
      node.children.every((child: number) => tree.nodes[child]?.parent === id) &&
      (node.next === undefined || node.children.includes(node.next)),
  );
}
