// Games as text: headers in brackets, then numbered moves with alternatives in parentheses. It is laid out as
// chess players write theirs (the Portable Game Notation), so that their programs read a game of chess.

import { gameTexts } from "./gametexts";

/** A move, and what was played instead of it. */
export interface Written {
  move: string;
  instead: Written[][];
}

export interface Score {
  headers: [string, string][];
  moves: Written[];
}

/** Why a text is no game, with the line where that shows. */
export class Unreadable extends Error {
  constructor(
    why: string,
    readonly line?: number,
  ) {
    super(line === undefined ? why : gameTexts().unreadable.line(line, why));
  }
}

export const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"] as const;
export type Result = (typeof RESULTS)[number];

/** The most moves of a text; a longer one is a mistake, or an attack. */
const MOST = 5000;
/** The most alternatives within alternatives. */
const DEEPEST = 40;
const WIDTH = 80;

const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&").replace(/\s+/g, " ")}"`;

export function header(score: Score, name: string): string | undefined {
  return score.headers.find(([key]) => key === name)?.[1];
}

/** The moves alone, on one line. `ply` counts those before; the numbers count pairs. */
export function writeMoves(moves: readonly Written[], ply = 0): string {
  const words: string[] = [];
  let broken = true;
  moves.forEach(({ move, instead }, at) => {
    const played = ply + at;
    const number = Math.floor(played / 2) + 1;
    if (played % 2 === 0) words.push(`${number}.`);
    else if (broken) words.push(`${number}...`);
    words.push(move);
    for (const line of instead) words.push(`(${writeMoves(line, played)})`);
    broken = instead.length > 0;
  });
  return words.join(" ");
}

/** A whole game. `secondBegins` where the second player made the first move. */
export function writeScore({ headers, moves }: Score, secondBegins = false): string {
  const result = headers.find(([key]) => key === "Result")?.[1] ?? "*";
  const words = [...writeMoves(moves, secondBegins ? 1 : 0).split(" "), result].filter(Boolean);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + 1 + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return [...headers.map(([key, value]) => `[${key} ${quoted(value)}]`), "", ...lines, ""].join("\n");
}

interface Token {
  text: string;
  line: number;
}

/** The words of a text of moves; what stands in braces or behind a semicolon is a comment. */
function tokens(text: string, first: number): Token[] {
  const found: Token[] = [];
  let line = first;
  const pattern = /\n|\{[^}]*(\}|$)|;[^\n]*|[()]|[^\s(){};]+/g;
  for (const [word] of text.matchAll(pattern)) {
    if (word === "\n") line++;
    else if (word.startsWith("{")) {
      if (!word.endsWith("}")) throw new Unreadable(gameTexts().unreadable.comment, line);
      line += word.split("\n").length - 1;
    } else if (!word.startsWith(";")) found.push({ text: word, line });
  }
  return found;
}

/** Reads moves. `result` ends them. */
export function readMoves(text: string, result?: string, first = 1): Written[] {
  const words = tokens(text, first);
  const last = words[words.length - 1]?.text;
  // A move may look like a result ("1-0" in Nim): only what the headers promise is one.
  if (last !== undefined && (last === "*" || last === result)) words.pop();
  const open: { moves: Written[]; line: number }[] = [{ moves: [], line: first }];
  let count = 0;
  for (const { text, line } of words) {
    const { moves } = open[open.length - 1]!;
    if (text === "(") {
      const [before] = moves.slice(-1);
      if (!before) throw new Unreadable(gameTexts().unreadable.noneBefore, line);
      if (open.length > DEEPEST) throw new Unreadable(gameTexts().unreadable.deep(DEEPEST), line);
      const line_: Written[] = [];
      before.instead.push(line_);
      open.push({ moves: line_, line });
    } else if (text === ")") {
      if (open.length === 1) throw new Unreadable(gameTexts().unreadable.unopened, line);
      if (moves.length === 0) throw new Unreadable(gameTexts().unreadable.empty, line);
      open.pop();
    } else {
      // "12." and "12..." are numbers, "12.e4" is a move; "$3", "!" and "?" are opinions.
      const move = text.replace(/^\d+\.+/, "").replace(/[!?]+$/, "");
      if (move === "" || /^\$\d+$/.test(move)) continue;
      if (++count > MOST) throw new Unreadable(gameTexts().unreadable.long(MOST), line);
      moves.push({ move, instead: [] });
    }
  }
  const [bottom, ...unclosed] = open;
  if (unclosed.length > 0) throw new Unreadable(gameTexts().unreadable.unclosed, unclosed[0]!.line);
  return bottom!.moves;
}

/** Reads a game. */
export function readScore(text: string): Score {
  const lines = text.replace(/\r\n?/g, "\n").replace(/^\uFEFF/, "").split("\n");
  const headers: [string, string][] = [];
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at]!.trim();
    if (line === "" || line.startsWith("%")) continue;
    if (!line.startsWith("[")) break;
    const [, key, value] = /^\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]$/.exec(line) ?? [];
    if (key === undefined || value === undefined) throw new Unreadable(gameTexts().unreadable.header(line.slice(0, 60)), at + 1);
    headers.push([key, value.replace(/\\(.)/g, "$1")]);
  }
  const result = headers.find(([key]) => key === "Result")?.[1];
  return { headers, moves: readMoves(lines.slice(at).join("\n"), result, at + 1) };
}
