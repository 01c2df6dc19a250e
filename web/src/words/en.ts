// All texts of the page, in English. The other languages have the type of this one, so that a text that is
// missing in one of them, or that no other has, does not compile. What has a number or a name in it is a
// function: each language makes its own plurals and its own order of words.

import type { State, Turn, Value } from "../api";
import type { Claim } from "../claim";
import type { LookId } from "../looks";
import type { Fault } from "../review";
import type { Strength } from "../strength";

const digits = new Intl.NumberFormat("en");
/** "1 move", "2 moves", "1,000 moves". */
const count = (number: number, one: string, many = `${one}s`) => `${digits.format(number)} ${number === 1 ? one : many}`;

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

  help: {
    title: "Help",
    values: "Values",
    meanings: {
      win: "win: the player who makes the move can force a win.",
      tie: "tie: the game ends level.",
      draw: "draw: the game goes on for ever.",
      lose: "lose: the opponent can force a win.",
    } satisfies Record<Value, string>,
    number:
      "The number counts the plies (moves of either player) to the end under perfect play. Best moves have a dark rim and are larger; point at a move to see what it does.",
    keys: "Keys",
    table: [
      ["Tab", "to the board, the moves, the panels"],
      ["Arrow keys on the board", "from button to button"],
      ["Enter or Space", "make the move, or its next part"],
      ["Escape", "one part of a move back"],
      ["← →", "undo, redo (away from the board)"],
      ["Ctrl+Z, Ctrl+Y", "undo, redo (anywhere)"],
      ["Home", "to the beginning (away from the board)"],
      ["H", "hints on or off"],
      ["N", "numbers on or off"],
      ["F", "flip the board"],
      ["?", "this help"],
    ] satisfies [string, string][] as [key: string, does: string][],
    letters: "Letter keys work",
    close: "Close",
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
    grundy: (number: number) => `Grundy number ${number}`,
    level: "level, played for the margin",
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
    command: "On the server's machine this does it:",
  },

  catalogue: {
    title: "Board games, solved",
    lead: "Who wins from every position, and how: play against someone who knows, and see every move's worth.",
    morePuzzles: "More puzzles",
    streak: (days: number) => `the day's found ${count(days, "day")} in a row`,
    today: "Today's puzzle",
    all: "All games",
    search: "Search",
    example: "Search: chess, 3x3, stones",
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

  game: {
    views: "Views of the game",
    play: "Play",
    statistics: "Statistics",
    rules: "Rules",
    variant: "Variant",
    another: "another ...",
  },

  make: {
    title: "Make a game",
    change: "Change these rules",
  },

  variant: {
    title: "Another variant",
    which: "Which",
    usual: "usual",
    play: (name: string) => `Play ${name}`,
    cancel: "Cancel",
  },

  unknown: {
    title: "Not found",
    nothing: (word: string) => `There is nothing called “${word}”`,
    noVariant: (game: string, variant: string) => `${game} has no variant “${variant}”`,
    variants: "Its variants are:",
    likely: "Did you mean one of these?",
    all: "All games",
  },

  start: {
    title: "How to play",
    side: "You are",
    yourSide: "Your side",
    order: { first: "first", second: "second" } satisfies Record<Turn, string>,
    lot: "decided by lot",
    computer: "Computer",
    strength: "Strength of the computer",
    against: "Play the computer",
    two: "Two people",
    look: "Just look",
  },

  strengths: {
    beginner: { name: "Beginner", meaning: "Sees a best move only now and then: three of four moves are any legal ones." },
    easy: { name: "Easy", meaning: "Nearly every other move is any legal one; the rest are best." },
    medium: { name: "Medium", meaning: "One move in four is any legal one; the rest are best." },
    strong: { name: "Strong", meaning: "One move in ten is any legal one; the rest are best." },
    perfect: { name: "Perfect", meaning: "Always a best move: the quickest win, the quickest tie, the longest loss." },
    keeps: { name: "Keeps the value", meaning: "Any move that gives nothing away, whether quick or slow." },
    drags: {
      name: "Makes it long",
      meaning: "Gives nothing away and plays for the longest game: the slowest win or tie, the longest loss. Where positions can recur it may never finish.",
    },
    errs: { name: "Errs", meaning: "Plays perfectly, but every so often (you say how often) any legal move at random." },
  } satisfies Record<Strength, { name: string; meaning: string }>,

  players: {
    alone: "Player",
    title: "Players",
    who: (side: string) => `Who plays ${side}`,
    person: "Person",
    computer: "Computer",
    otherwise: "Computer, in other ways",
    rate: (percent: number) => `Errs in ${percent}% of its moves`,
    searches: (nodes: number) =>
      `Nothing is solved here, so no play is perfect: the computer searches ahead, through at most ${count(nodes, "position")} a move.`,
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
  },

  play: {
    setUp: "Set up a position",
    setUpButton: "Set up",
    thinking: "the computer is thinking",
    stopTrying: "Stop trying",
    nextPart: "Choose the next part of the move.",
    partBack: "One part back",
    stuck: "No move is left.",
    fromHope: "Try again from where it could be solved",
    fromBeginning: "From the beginning",
    callDraw: "Call it a draw",
    computersTurn: "It is the computer's turn.",
    letMove: "Let it move",
    otherMoves: "Other moves",
    game: "Game",
    undo: "Undo",
    redo: "Redo",
    restart: "Restart",
    open: "Open in Hindsight",
    rematch: "Rematch",
    resign: "Resign",
    swap: "Swap sides",
    newGame: "New game",
    flip: "Flip",
    hints: "Hints",
    numbers: "Numbers",
    random: "Random",
    theme: "Theme",
    toStart: "To the start",
    about: "About the position",
    moves: "Moves",
    line: "Best line",
    review: "Review",
    share: "Share, keep or load a game",
    position: "Position, as it is written",
    go: "Go",
  },

  /** What is said while a game is played. */
  match: {
    first: "First",
    second: "Second",
    toMove: (side: string) => `${side} to move`,
    yourMove: "Your move",
    played: (side: string, move: string) => `${side} played ${move}.`,
    youPlayed: (move: string) => `You played ${move}.`,
    isOver: (result: string) => `The game is over: ${result}.`,
    youWon: (result: string) => `You won: ${result}.`,
    youLost: (result: string) => `You lost: ${result}.`,
    tie: "a tie",
    resigned: (result: string, loser: string) => `${result}, since ${loser} resigned`,
    agreed: (reason: string) => `A draw, by agreement. ${reason}.`,
    solved: "The puzzle is solved.",
    stuck: "No move is left, and the puzzle is not solved.",
    claims: {
      repetition: "This position has come up three times",
      "no progress": "Fifty moves each have passed without a piece coming or going",
    } satisfies Record<Claim, string>,
    claim: (reason: string) => `${reason}: either side may call it a draw.`,
    nextPart: (part: string) => `${part}. Choose the next part of the move, or press Escape to go back.`,
    takenUp: (piece: string) => `${piece} taken up. Choose where it goes, or press Escape to put it back.`,
    whichOfThese: "Choose which of these below the board.",
    putBack: "Put back.",
    partBack: "One part back.",
    holdsNot: (move: string, worth: string | undefined) => `${move} does not hold it either: it ${worth ?? "loses value"}. Try another.`,
    keepsSolvable: (move: string) => `${move} keeps it solvable.`,
    keeps: (move: string, value: Value) => `${move} keeps the ${value}.`,
    findSolvable: "Your move: find one after which it can still be solved.",
    find: (side: string, value: Value) => `${side} to move: find a move that keeps the ${value}.`,
    anyMove: "The computer knows no values here and played any legal move.",
    notShown: (reason: string) => `This game cannot be shown. ${reason}`,
  },

  moves: {
    over: "None: the game is over.",
    solved: "None: the puzzle is solved.",
    margin: "By how much, played for the margin",
    grundy: "Grundy number of the position it leads to",
    best: "best",
    count: (moves: number) => count(moves, "move"),
  },

  explorer: {
    heat: "Heat map",
    lines: "Three best lines",
    best: "Best lines",
  },

  line: {
    stop: "Stop",
    more: (plies: number) => `and ${digits.format(plies)} more`,
    soOn: "and so on",
    again: "and round again",
    play: "Play it out",
    none: "None: the game is over.",
    show: "Show the best line",
  },

  chart: {
    title: "Values of the game so far",
    beginning: "At the beginning",
    after: (ply: number, move: string) => `After ${ply}, ${move}`,
    worth: (when: string, side: string, worth: string) => `${when}: ${side} ${worth}`,
    up: (side: string) => `up: ${side} wins`,
    down: (side: string) => `down: ${side} wins`,
  },

  review: {
    faults: { mistake: "a mistake", slow: "slower than needed" } satisfies Record<Fault, string>,
    puzzle: (mistakes: number) => `A mistake is a move after which the puzzle cannot be solved any more: ${mistakes}.`,
    meaning: "A mistake is a move after which its player is worse off: a win turned into a tie, say.",
    mistakes: (side: string, mistakes: number) => `${side}: ${mistakes}.`,
    slow: "Also moves that were only slower than needed",
    noMistakes: "No mistakes on this line.",
    noFaults: "No such moves on this line.",
    became: "became",
    best: (moves: string, more: number) => `Best: ${moves}${more > 0 ? ` and ${digits.format(more)} more` : ""}`,
    look: "Look",
    tryAgain: "Try again",
  },

  share: {
    link: "Link to this game",
    copyLink: "Copy the link",
    linkCopied: "Link copied.",
    text: "The game as text",
    copyText: "Copy the text",
    textCopied: "Text copied.",
    download: "Download it",
    keepAs: "Keep it in this browser as",
    name: "a name",
    keep: "Keep",
    kept: "Kept games",
    keptAs: (name: string) => `Kept as "${name}".`,
    notKept: "The browser keeps nothing for this page.",
    forget: "Forget",
    forgetThis: (name: string) => `Forget ${name}`,
    loadFrom: "Load a game from text",
    load: "Load",
    picture: "Picture of the position:",
    noPicture: "The picture could not be made.",
    noCopy: "The browser does not let the page copy: mark the text and copy it yourself.",
    embed: "For another page",
  },

  /** Why a text is no game. */
  unreadable: {
    line: (line: number, why: string) => `Line ${line}: ${why}`,
    comment: "a comment is not closed",
    noneBefore: "an alternative stands behind the move that it replaces, and there is none",
    deep: (most: number) => `alternatives within alternatives, more than ${most} deep`,
    unopened: "a parenthesis is closed that was not opened",
    empty: "an alternative without a move",
    long: (most: number) => `more than ${count(most, "move")}`,
    unclosed: "a parenthesis is not closed",
    header: (found: string) => `a header is written [Name "text"], not ${found}`,
    game: 'The header Game is a game and a variant, such as "tictactoe 3x3".',
    nothing: "There are no moves in this text, and no position.",
  },

  setUp: {
    board: "Board to set up",
    nothing: "empty",
    place: (number: number) => `place ${number}`,
    cannotStand: (piece: string) => `${piece} cannot stand there.`,
    piece: "Piece to put down",
    eraser: "Eraser",
    turn: "To move",
    counts: "Counts",
    use: "Use this position",
    clear: "Clear the board",
    cancel: "Cancel",
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

  rules: {
    notation: "How positions and moves are written",
    start: "The start is written",
  },

  /** A move to look at, step by step. */
  lesson: {
    name: "An example move",
    before: (side: string) => `${side} to move here.`,
    puzzle: "In the course of the puzzle.",
    moves: (side: string, move: string) => `${side} moves: ${move}.`,
    click: (number: number, clicks: number, part: string) => `Click ${number} of ${clicks}: ${part}.`,
    after: (move: string) => `The position after ${move}.`,
    back: "Back",
    next: "Next",
    step: (step: number, steps: number) => `${step} of ${steps}`,
  },

  statistics: {
    short: "In short",
    start: "The start",
    firstAtStart: "The first player, at the start",
    positions: "Positions that can arise",
    symmetry: "Up to symmetry",
    slots: "Slots",
    tiers: "Tiers",
    tables: "Tables",
    tablesAbout: "Tables, about",
    recur: "Positions can recur",
    yes: "yes",
    no: "no",
    memory: "Memory for solving",
    state: "State",
    solved: (when: string, time: string, slots: string, by: string) => `Solved on ${when} in ${time} (${slots} slots) by ${by}.`,
    values: "Values",
    wayOut: "Whether a way leads to a solved position.",
    forMover: "For the player to move. A tie ends level; a draw goes on for ever.",
    toSolution: "Moves to a solution",
    remoteness: "Remoteness",
    farthest: (moves: number) => `Farthest from solved: ${count(moves, "move")}`,
    longest: (value: Value, plies: number) => `Longest ${value}: ${digits.format(plies)} ${plies === 1 ? "ply" : "plies"}`,
    grundyNumbers: "Grundy numbers",
    margins: "Margins",
    grundyMeaning: "The player to move has lost where the number is 0.",
    marginMeaning: "By how much the player to move wins, or loses, when both play for that.",
    number: "Number",
    margin: "Margin",
    positionsColumn: "Positions",
    all: "All counts",
    symmetryStart: "Up to symmetry",
    symmetryEnd: ", positions that turn into one another count once.",
    table: "Positions by value and remoteness",
    value: "Value",
    moves: "Moves",
    none: "none",
    counting: "Counting the positions",
    chart: "Chart of positions by remoteness; the table below has the same numbers",
    neverEnds: "never ends",
    remote: (plies: number) => `remoteness ${digits.format(plies)}`,
    legend: "Plies to the end, left to right; the height is logarithmic.",
  },
};

/** What a language says: the same texts as in English, no more and no fewer. */
export type Words = typeof en;
