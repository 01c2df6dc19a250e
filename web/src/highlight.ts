// The colours of a text of rules, line by line, and the mark of its mistake. The server says what is right; here
// words are only told from names, numbers and comments.

import type { Mistake } from "./rules";

export type Look = "comment" | "name" | "number" | "statement" | "word" | "plain";

export interface Piece {
  look: Look;
  text: string;
  marked: boolean;
}

const STATEMENTS = /^(game|players|option|board|piece|neutral|hand|captives|start|region|pattern|turn|or|else|win|lose|tie|stuck)$/;
const WORDS = /^(if|then|and|not|no|any|all|each|for|first|second|on|off|in|to|of|with|over|beside|from|my|enemy|empty|place|step|slide|leap|move|remove|swap|push|shoot|promote|flip|capture|pass|capturing|again|most|grid|alquerque|wheel|ring|hexagon|drawn|lines|joined|make|fill|line|lines|points|far|near|row|rows|edge|corners|centre|home|fewer|more|than|at|least|full)$/;
const PARTS = /(#.*)|("[^"]*"?)|(\d+)|([\p{L}_][\p{L}_']*)|([^#"\d\p{L}_]+)/gu;

function looks(line: string): [Look, string][] {
  const indented = /^\s/.test(line);
  const found: [Look, string][] = [];
  for (const [part, comment, name, number, word] of line.matchAll(PARTS)) {
    const lower = word?.toLowerCase() ?? "";
    const begins = !indented && found.length === 0;
    const look = comment ? "comment" : name ? "name" : number ? "number" : begins && STATEMENTS.test(lower) ? "statement" : WORDS.test(lower) ? "word" : "plain";
    found.push([look, part]);
  }
  return found;
}

/** A text as pieces of one look each, with line breaks between the lines. */
export function highlighted(text: string, mistake?: Mistake | null): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) pieces.push({ look: "plain", text: "\n", marked: false });
    const here = mistake?.line === index + 1 ? mistake : undefined;
    const [from, to] = here ? [here.column - 1, here.column - 1 + here.length] : [0, 0];
    let at = 0;
    for (const [look, part] of looks(line)) {
      // Columns are counted in characters, of which some are two units here.
      const letters = [...part];
      const cuts = [0, Math.max(0, from - at), Math.max(0, to - at), letters.length].map((cut) => Math.min(cut, letters.length));
      for (let cut = 0; cut < 3; cut++) {
        const slice = letters.slice(cuts[cut], cuts[cut + 1]).join("");
        if (slice) pieces.push({ look, text: slice, marked: here !== undefined && cut === 1 });
      }
      at += letters.length;
    }
    // A mark at the end of a line, where something is missing.
    if (here && from >= at) pieces.push({ look: "plain", text: " ", marked: true });
  }
  return pieces;
}

/** Where a mistake begins and ends in the text. */
export function spanOf(text: string, { line, column, length }: Mistake): [number, number] {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const letters = [...(lines[line - 1] ?? "")];
  const units = (count: number) => letters.slice(0, count).join("").length;
  return [before + units(column - 1), before + units(column - 1 + length)];
}

/** The word that the advice on a mistake offers instead, if it offers one. */
export const wordOf = (advice: string | null) => /^did you mean '([^']+)'\?$/.exec(advice ?? "")?.[1];
