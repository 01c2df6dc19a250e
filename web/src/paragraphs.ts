// The help texts of games are plain text; this finds what to set as prose and what as drawn.

export interface Paragraph {
  kind: "text" | "drawn";
  text: string;
}

/** The paragraphs of a text. Empty lines part them, and so does the edge of indented lines, which are drawings. */
export function paragraphs(help: string): Paragraph[] {
  const found: Paragraph[] = [];
  let open = false;
  for (const line of help.split("\n")) {
    if (line.trim() === "") {
      open = false;
      continue;
    }
    const kind = /^(\t| {2,})/.test(line) ? "drawn" : "text";
    const last = found[found.length - 1];
    if (open && last && last.kind === kind) last.text += kind === "drawn" ? `\n${line}` : ` ${line.trim()}`;
    else found.push({ kind, text: kind === "drawn" ? line : line.trim() });
    open = true;
  }
  return found;
}
