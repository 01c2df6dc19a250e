// No component and no module has a text of its own: all stand in src/words.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");

/** What is read or heard, besides the content of elements. Components name their own texts as HTML does. */
const SHOWN = new Set(["alt", "aria-description", "aria-label", "label", "placeholder", "title", "what"]);
/** Names, the same in all languages. */
const NAMES = /\b(Hindsight|SVG|PNG)\b/g;

const hasWord = (text: string) => /\p{L}{2}/u.test(text.replace(NAMES, ""));
/** Whether a text in a program reads like a sentence or a label: it begins as one, or has three words in a row. */
const isProse = (text: string) => /^\s*\p{Lu}\p{Ll}/u.test(text.replace(NAMES, "")) || /\p{L} \p{L}+ \p{L}/u.test(text);
/** Functions whose arguments are looked for, not shown. */
const SEEKS = /\.(closest|endsWith|includes|matches|querySelector|querySelectorAll|startsWith)$/;

/** The literals of a piece of TypeScript, but for those that cannot be seen on the page. `calls`: and for arguments. */
function literals(code: string, calls = false): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isComputedPropertyName(node)) return;
    // Programming errors are for programmers.
    if (ts.isThrowStatement(node) && node.expression && ts.isNewExpression(node.expression) && node.expression.expression.getText() === "RangeError") return;
    // What is compared is not shown.
    const compares = ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText());
    if (compares || ts.isElementAccessExpression(node)) return;
    if (ts.isCallExpression(node) && (calls || SEEKS.test(node.expression.getText()))) return visit(node.expression);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(" … "));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("code.ts", code, ts.ScriptTarget.Latest, true));
  return found;
}

/** The texts of a component's own. */
function textsOf(source: string): string[] {
  const found: string[] = [];
  const shown = (start: number, end: number) => found.push(...literals(`(${source.slice(start, end)})`, true).filter(hasWord));
  /** A part of the template, or of an attribute that is read or heard. */
  const visit = (node: any): void => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    switch (node.type) {
      case "Text":
        if (hasWord(node.data)) found.push(node.data.trim());
        return;
      case "ExpressionTag":
        shown(node.expression.start, node.expression.end);
        return;
      case "Attribute":
        if (SHOWN.has(node.name)) visit(node.value);
        return;
      case "RegularElement":
        // What is written in the language of games or of machines.
        if (!["code", "pre", "style"].includes(node.name)) visit(node.fragment);
        visit(node.attributes);
        return;
    }
    // Blocks, components and what they hold.
    for (const part of ["fragment", "nodes", "body", "consequent", "alternate", "fallback", "pending", "then", "catch", "attributes"]) visit(node[part]);
  };
  const { fragment, instance } = parse(source, { modern: true });
  visit(fragment);
  if (instance) {
    const { start, end } = instance.content as unknown as { start: number; end: number };
    found.push(...literals(source.slice(start, end)).filter(isProse));
  }
  return found;
}

/** What looks like a text and is none, by file: keys, headers and markup that others prescribe. */
const NO_TEXTS: Record<string, RegExp> = {
  "Catalogue.svelte": /^(Tic-Tac-Toe|Connect Four|Nine Men's Morris|Chess endgames)$/,
  "language.svelte.ts": /^(English|Deutsch)$/,
  "share.ts": /^[A-Z][A-Za-z]+$|^<\w/,
  "value.ts": /^[KMGT]iB$/,
};

const files = readdirSync(SOURCES).filter((name) => /\.(svelte|ts)$/.test(name));

test.each(files)("%s has no text of its own", (name) => {
  const source = readFileSync(join(SOURCES, name), "utf8");
  const found = name.endsWith(".svelte") ? textsOf(source) : literals(source).filter(isProse);
  expect(found.filter((text) => !NO_TEXTS[name]?.test(text))).toEqual([]);
});

describe("a text of its own is noticed", () => {
  test.each([
    ["<p>Hello</p>", "Hello"],
    ["{#if true}<p>{1} <b>more</b></p>{/if}", "more"],
    ["<input placeholder='Search' />", "Search"],
    ["<g aria-label='{1} moves'></g>", "moves"],
    ["<Board label={a ? `of ${b}` : b} />", "of  … "],
    ["{#each [1] as one}{one === 2 ? 'fewer' : one}{/each}", "fewer"],
    ["{#await x then y}{y}{:catch}Too bad{/await}", "Too bad"],
    ["<script>let note = 'It is over.';</script>", "It is over."],
    ["<script>let note = 'Over';</script>", "Over"],
  ])("in %s", (source, text) => {
    expect(textsOf(source)).toEqual([text]);
  });

  test("and what is no text is left alone", () => {
    expect(textsOf("<p class='quiet name' style:color='red'>{t.undo} {kind === 'puzzle' ? 1 : 2} &nbsp;<code>a1 b2</code> Hindsight →</p>")).toEqual([]);
  });
});
