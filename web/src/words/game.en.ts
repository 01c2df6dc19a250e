// The texts of a game's own view, in English: apart from the others, so that the front page comes without them.

import type { Turn, Value } from "../api";
import type { Claim } from "../claim";
import type { Fault } from "../review";
import type { Strength } from "../strength";
import { count, digits } from "./en";

export const ofGame = {
  game: {
    views: "Views of the game",
    play: "Play",
    statistics: "Statistics",
    rules: "Rules",
    variant: "Variant",
    another: "another ...",
  },

  start: {
    title: "How to play",
    side: "You are",
    yourSide: "Your side",
    order: { first: "first", second: "second" } satisfies Record<Turn, string>,
    lot: "either, by chance",
    computer: "Computer",
    strength: "Strength of the computer",
    against: "Play the computer",
    two: "Two people",
    look: "Just look",
  },

  strengths: {
    beginner: { name: "Beginner", meaning: "Plays a random move three times in four, otherwise a best one." },
    easy: { name: "Easy", meaning: "Plays a random move nearly every other time, otherwise a best one." },
    medium: { name: "Medium", meaning: "Plays a random move one time in four, otherwise a best one." },
    strong: { name: "Strong", meaning: "Plays a random move one time in ten, otherwise a best one." },
    perfect: { name: "Perfect", meaning: "Always a best move: the quickest win, the quickest tie, the longest loss." },
    keeps: { name: "Keeps the value", meaning: "Any move that gives nothing away, whether quick or slow." },
    drags: {
      name: "Plays for length",
      meaning: "Gives nothing away and plays for the longest game: the slowest win or tie, the longest loss. Where positions can recur it may never finish.",
    },
    errs: { name: "Errs", meaning: "Plays perfectly, but for a random move every so often: you say how often." },
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

  play: {
    setUp: "Set up a position",
    setUpButton: "Set up",
    thinking: "the computer is thinking",
    stopTrying: "Stop trying",
    nextPart: "Choose the next part of the move.",
    stuck: "No move is left.",
    fromHope: "Try again from where it could be solved",
    fromBeginning: "From the beginning",
    callDraw: "Call it a draw",
    computersTurn: "It is the computer's turn.",
    letMove: "Let it move",
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
      "no progress": "No piece has come or gone for fifty moves by each side",
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
    anyMove: "The computer knows no values here and played a random move.",
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
};

export type GameWords = typeof ofGame;
