// The texts of the page Make a game, in English: apart from the others, which every visitor fetches.

const digits = new Intl.NumberFormat("en");

export const make = {
  lead: "Write down the rules: the board is drawn as you type, and the game is solved for you to play.",
  text: "Rules",
  examples: "Examples",
  open: "Open a file",
  download: "Download",
  copy: "Copy a link",
  copied: "Link copied: the whole text is in it.",
  notCopied: "The browser does not let the page copy: the address of this page is the link.",
  damaged: "The link is damaged, so here is an example.",
  place: (line: number, column: number) => `Line ${line}, column ${column}:`,
  reading: "Reading",
  right: "These are rules of a game.",
  correct: (word: string) => `Write “${word}”`,
  show: "Go there",
  outcome: "What the rules make",
  variant: "Variant",
  start: (position: string) => `The board at the start: ${position}`,
  play: "Solve and play",
  statistics: "Statistics",
  elsewhere: "Download the rules to solve them on your own machine.",
  moves: (number: number) => `${digits.format(number)} ${number === 1 ? "move" : "moves"} at the start:`,
  derived: "What follows from them",
  explanation: "The rules said back",
};

export type MakeWords = typeof make;
