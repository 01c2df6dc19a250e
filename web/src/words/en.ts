// The texts of the page in English that every first view may need; those of a game's own view are in game.en.ts, and
// those of what comes later in later.en.ts. The other languages have the type of this one, so that a text that is
// missing in one of them, or that no other has, does not compile. What has a number or a name in it is a
// function: each language makes its own plurals and its own order of words.

import type { State, Value } from "../api";
import type { LookId } from "../looks";
import type { GameWords } from "./game.en";
import type { LaterWords } from "./later.en";

export const digits = new Intl.NumberFormat("en");
/** "1 move", "2 moves", "1,000 moves". */
export const count = (number: number, one: string, many = `${one}s`) => `${digits.format(number)} ${number === 1 ? one : many}`;

/** What the numbers of draws lead to: "6,3 (+3)". */
type Heading = readonly string[];

export const en = {
  /** For numbers and dates: a BCP 47 tag. */
  locale: "en",

  page: {
    puzzles: "Puzzles",
    help: "Help",
    loading: "Loading",
    title: (what: string) => `${what} - Hindsight`,
    silent: "The server does not answer; trying again. What is on the board stays.",
    retry: "Retry now",
    noAnswer: "The server does not answer.",
    refused: (status: number) => `The server says ${status}.`,
    busy: "The server is busy: try again.",
    notReady: "The server is not ready.",
    incomplete: "The site is not complete.",
    mistake: "The module made a mistake.",
  },

  display: {
    title: "Display",
    hints: "Show values (hints)",
    numbers: "Remoteness on the buttons",
    sounds: "Sounds",
    board: "Boards",
    boards: { usual: "As drawn", wood: "Wood", slate: "Slate", paper: "Paper", contrast: "High contrast" } satisfies Record<LookId, string>,
    palette: "Value colours",
    palettes: { usual: "Green, amber, red", safe: "Safe for colour-blind eyes" },
    scheme: "Light or dark",
    schemes: { system: "As the system", light: "Light", dark: "Dark" },
    language: "Language",
    browser: "As the browser",
  },

  /** Outcomes, and how they are spoken of. */
  values: {
    names: { win: "win", tie: "tie", draw: "draw", lose: "lose" } satisfies Record<Value, string>,
    verbs: { win: "wins", tie: "ties", draw: "draws", lose: "loses" } satisfies Record<Value, string>,
    solvable: "solvable",
    unsolvable: "unsolvable",
    solved: "solved",
    /** Of a name or a verb above. */
    within: (value: string, plies: number) => `${value} in ${plies}`,
    /** "is solvable in 5". */
    is: (value: string) => `is ${value}`,
    heading: (tiers: Heading, sign: string) => (tiers.length === 0 ? `heading for ${sign}` : `heading for ${tiers.join(" or ")} (${sign})`),
    drawWin: "draw-win",
    drawLose: "draw-lose",
    untouched: "of no level",
    ofLevel: (better: string, level: number) => `${better} of level ${level}`,
    notPure: ", not pure",
    grundy: (number: number) => `Grundy number ${number}`,
    even: "level, played for the margin",
    margin: (margin: number) => `${margin > 0 ? "wins" : "loses"} by ${Math.abs(margin)}, played for the margin`,
    bySearch: "found by a search just now",
    byOpening: "from the opening table",
  },

  /** The names of moves as a voice should read them. */
  spoken: {
    to: (from: string, to: string) => `${from} to ${to}`,
    takes: (place: string) => `takes ${place}`,
  },

  /** What the server calls the players, where this language has its own word for it. */
  sides: {} as Record<string, string>,
  /** "White wins", "Geese win by 6". */
  wins: (winner: string, margin?: number) => {
    const verb = /(s|^Geese)$/.test(winner) ? "win" : "wins";
    return margin ? `${winner} ${verb} by ${Math.abs(margin)}` : `${winner} ${verb}`;
  },

  numbers: {
    bytes: (number: number) => count(number, "byte"),
    fewSeconds: "a few seconds",
    seconds: (number: number) => `about ${count(number, "second")}`,
    minutes: (number: number) => (number === 1 ? "about a minute" : `about ${count(number, "minute")}`),
    hours: (number: number) => `about ${count(number, "hour")}`,
  },

  states: {
    solved: "solved",
    solving: "being solved",
    solvable: "solved on first visit",
    unsolved: "not solved here",
    damaged: "out of order",
  } satisfies Record<State, string>,

  working: {
    solving: "Solving",
    searching: "Searching",
    busy: "The server is busy",
    waiting: "waiting",
    before: (runs: number) => `${digits.format(runs)} before it`,
    progress: "Progress",
    unsolved: "Not solved here, so there are no values",
    needs: (slots: string, disk: string, memory: string) => `${slots} slots, about ${disk} on disk and ${memory} of memory`,
    command: "To solve it, run this on the server's machine:",
  },

  catalogue: {
    title: "Board games, solved",
    lead: "Who wins from every position, and how: play against someone who knows, and see every move's worth.",
    morePuzzles: "More puzzles",
    streak: (days: number) => `found ${count(days, "day")} in a row`,
    today: "Today's puzzle",
    all: "All games",
    search: "Search",
    example: "Search: chess, 3x3",
    filters: "Filters",
    positions: "Positions",
    sizes: { any: "any number", small: "up to a million", medium: "a million to a billion", large: "a billion and more" },
    recur: "Positions recur",
    recurring: { any: "in some, not in others", yes: "they can, or may", no: "never" },
    values: "Values",
    known: { any: "known or not", ready: "known, or on first visit", solved: "known already", unsolved: "not known here" },
    players: "Players",
    playing: { any: "one or two", two: "two", one: "one: puzzles" },
    first: "First player",
    anyValue: "any value",
    legend: "A mark says what the start is worth to the first player:",
    legendEnd: "The number counts the plies to the end. Outlined variants are not solved here.",
    found: (games: number, variants: number) => `${count(games, "game")}, ${count(variants, "variant")}`,
    showAll: "Show all",
    forFirst: (value: string) => `the first player: ${value}`,
    slots: (slots: string) => `${slots} positions`,
    fewer: "fewer",
    more: (number: number) => `${digits.format(number)} more`,
  },

  make: {
    title: "Make a game",
    change: "Change these rules",
  },

  board: {
    name: "Board",
    labelled: (status: string) => `Board, ${status}`,
    loading: "loading",
    empty: "The board is empty.",
    anotherPart: (move: string) => `${move}, then another part`,
    worth: (what: string, worth: string) => `${what}, ${worth}`,
    putBack: (place: string) => `${place}: put back`,
    moves: (place: string, moves: number, best?: string) => `${place}: ${count(moves, "move")}${best ? `, the best ${best}` : ""}`,
    which: "Which of these",
    otherMoves: "Other moves",
  },

  puzzles: {
    title: "Puzzles",
    of: (game: string) => `Puzzles: ${game}`,
    lead: "Positions from the tables in which exactly one move is right.",
    all: "All games",
    variant: "Variant",
    difficulty: "Difficulty",
    anyLevel: "any",
    levels: { easy: "easy", medium: "medium", hard: "hard" },
    score: (found: number, missed: number) => `found at the first try: ${digits.format(found)}, missed: ${digits.format(missed)}`,
    today: "Today's puzzle",
    byGame: "By game",
    found: (found: number, streak: number) =>
      `${digits.format(found)} found at the first try so far${streak > 1 ? `; the day's puzzle ${count(streak, "day")} in a row` : ""}.`,
    counted: "What you find is counted in this browser.",
    share: (found: number, tried: number) => `${digits.format(found)} of ${digits.format(tried)}`,
  },

  riddle: {
    name: "Puzzle",
    toMove: (side: string) => `${side} to move.`,
    findWin: "Find the only move that wins.",
    saveTie: "Find the only move that saves the tie.",
    saveDraw: "Find the only move that saves the draw.",
    working: "Working it out",
    board: "Board of the puzzle",
    show: "Show the move",
    next: "Next",
    playOn: "Play on from here",
    level: (level: "easy" | "medium" | "hard", choices: number, failures: number, trials: number) =>
      `${{ easy: "Easy", medium: "Medium", hard: "Hard" }[level]}: one of ${count(choices, "move")}; a search of 1,000 positions missed it in ${failures} of ${trials} trials.`,
    wrong: (move: string, worth: string | undefined) => `${move} is not it: it ${worth ?? "gives something away"}. Try again.`,
    wins: (move: string, worth: string | undefined, shown: boolean) =>
      `${shown ? `The move is ${move}: it` : `Right: ${move}`} wins${worth ? `: ${worth}` : ""}. No other move does.`,
    holds: (move: string, shown: boolean) => `${shown ? `The move is ${move}: it` : `Right: ${move}`} does not lose. Every other move loses.`,
  },
};

/** What a language says: the same texts as in English, no more and no fewer. English has some in files of their own. */
export type Words = typeof en & { ofGame?: GameWords; later?: LaterWords };
