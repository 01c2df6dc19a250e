// A game being played: what is clicked, who moves, and what happens by itself.

import { type Line, type Move, type Position, type Turn, type Verdict, ask } from "./api";
import { type Claim, claimOf } from "./claim";
import type { Contest } from "./contest.svelte";
import { heat } from "./explorer";
import { gameTexts } from "./gametexts";
import { texts } from "./language.svelte";
import { LATER } from "./later";
import { type Finding, keeps, review } from "./review";
import { type Held, heldAtOnce } from "./reach";
import { entities, themeOf } from "./scene";
import { settings } from "./settings.svelte";
import { AT_REST, type Offer, choose, offers, stepBack } from "./stages";
import { type Player, decide, errs, nodesOf } from "./strength";
import { Trail } from "./trail.svelte";
import { type Node, depth, grow, lineThrough, nodeAt, pathTo, visit } from "./tree";
import { asVerb, forMover, inWords, other, spoken, verdictOf } from "./value";

/** The computer waits this long, so that its move is seen to follow. */
const THINKING = 550;
/** Where values are still being worked out, a computer that errs anyway plays without them after this long. */
const PATIENCE = 1500;

/** A best line that is being played out. */
interface Run {
  plies: Line["plies"];
  done: number;
}

export class Match extends Trail {
  preview = $state.raw<Offer>();
  flipped = $state(false);
  settingUp = $state(false);
  run = $state.raw<Run>();
  /** The mistake that is being tried again, with what was said about the last try. */
  retry = $state.raw<{ finding: Finding; said: string }>();
  /** What a screen reader should say. */
  said = $state("");
  /** Short word of something that did not work. */
  note = $state("");

  /** Follows the address and lets the computer play; call once, while a component is set up. */
  attend(): void {
    this.follow();
    $effect(() => this.letComputerMove());
    $effect(() => this.runOn());
    $effect(() => this.letBeHeard());
  }

  // What can be done.

  get offers(): Offer[] {
    const position = this.position;
    return position && this.open ? offers(position, this.walk) : [];
  }

  /** What is taken up, by a click or because nothing else can go on. */
  get held(): Held | undefined {
    const { about, picture } = this;
    if (this.taken || this.walk.length <= 1 || !about || !picture) return this.taken;
    return heldAtOnce(about.scene, picture, this.offers);
  }

  /** What each place is worth as one to go to, where that is asked for. */
  get heat(): ReadonlyMap<number, Verdict> {
    const scene = this.about?.scene;
    return scene && settings.heat && this.hints ? heat(scene, this.offers) : new Map();
  }

  /** The offers among which a pile of buttons asks. */
  get pile(): Offer[] {
    const held = this.held;
    return held?.kind === "pile" ? this.offers.filter(({ choice }) => held.names.includes(choice.name)) : [];
  }

  /** Whether somebody at the page may move. */
  get open(): boolean {
    const position = this.position;
    if (!position || position.over || this.ended || this.stuck || this.settingUp || this.run) return false;
    return this.retry !== undefined || this.player(position.turn).kind === "person" || !this.computerMoves;
  }

  /** Whether it is the computer that moves next. */
  get computerMoves(): boolean {
    const [position, node] = [this.position, this.node];
    if (!position || !node || position.over || this.ended || this.stuck || this.retry || this.settingUp || this.run) return false;
    if (this.player(position.turn).kind === "person") return false;
    // From there the computer would go round for ever.
    if (this.alone && position.value === "draw") return false;
    return this.live || node.children.length === 0;
  }

  get hints(): boolean {
    return this.contest.hints && this.retry === undefined;
  }

  /** Whether a puzzle has come to where nothing can be done but stay. */
  get stuck(): boolean {
    const position = this.position;
    return this.alone && !!position && !position.over && position.moves.every((move) => move.position === position.position);
  }

  /** The last position on the way here from which the puzzle could be solved. */
  get hope(): Node | undefined {
    const path = this.tree ? pathTo(this.tree, this.tree.at) : [];
    return path.reverse().find(({ verdict }) => verdict?.value === "tie");
  }

  /** How the game ended here, if somebody resigned or both agreed. */
  get ended() {
    const { ending } = this.contest;
    return ending && ending.node === this.mark ? ending.how : undefined;
  }

  /** Why a draw may be claimed here; only in a game that is played for a result. */
  get claim(): Claim | undefined {
    if (!this.contest.begun || !this.tree || !this.position || this.position.over || this.ended || this.alone) return undefined;
    const matter = (position: string) => {
      const picture = this.pictures.get(position);
      return picture && `${entities(picture).filter((glyph) => glyph !== "-").length} ${picture.counters}`;
    };
    return claimOf(pathTo(this.tree, this.tree.at), matter);
  }

  resign(): void {
    const loser = this.contest.side ?? this.position?.turn;
    if (loser) this.contest.ending = { node: this.mark, how: { kind: "resigned", loser } };
    this.said = this.position ? this.status(this.position) : "";
  }

  agree(reason: Claim): void {
    this.contest.ending = { node: this.mark, how: { kind: "agreed", reason } };
    this.said = this.position ? this.status(this.position) : "";
  }

  /** The computer takes over the visitor's side, and the visitor the computer's. */
  swapSides(): void {
    this.contest.swap();
    this.live = true;
  }

  /** Back to the start, to choose how to play. */
  newGame(): void {
    this.contest.look();
    this.contest.choosing = true;
    this.startFrom(undefined);
  }

  /** A new game from the start, after the visitor has said how. */
  begin(how: (contest: Contest) => void): void {
    how(this.contest);
    this.startFrom(undefined);
  }

  player(turn: Turn): Player {
    return this.contest.players[turn];
  }

  // Moves.

  choose(offer: Offer): void {
    const position = this.position;
    if (!position || !this.open) return;
    const outcome = choose(position, this.walk, offer.choice);
    this.preview = undefined;
    this.taken = undefined;
    if (outcome.kind === "walk") {
      this.walk = outcome.walk;
      this.said = gameTexts().match.nextPart(spoken(offer.choice.name));
    } else if (outcome.kind === "move") this.play(outcome.move);
  }

  /** Takes something up to be moved, or puts it back. */
  hold(held: Held | undefined): void {
    if (!this.open || JSON.stringify(held) === JSON.stringify(this.taken)) return;
    this.taken = held;
    this.preview = undefined;
    if (held?.kind === "place") {
      const [scene, picture] = [this.about?.scene, this.picture];
      const glyph = picture && entities(picture)[held.center];
      const piece = scene && glyph && themeOf(scene, settings.themes[this.game])?.pieces[glyph]?.name;
      this.said = gameTexts().match.takenUp([piece, scene?.names[held.center]].filter(Boolean).join(", "));
    } else this.said = held ? gameTexts().match.whichOfThese : gameTexts().match.putBack;
  }

  /** What was taken up is put back; if nothing was, one part of a move back. */
  back(): boolean {
    if (this.taken) {
      this.hold(undefined);
      return true;
    }
    if (this.walk.length <= 1) return false;
    this.walk = stepBack(this.walk);
    this.preview = undefined;
    this.said = gameTexts().match.partBack;
    return true;
  }

  play(move: Move, byComputer = false): void {
    const [position, tree] = [this.position, this.tree];
    if (!position || !tree) return;
    if (this.retry) {
      this.taken = undefined;
      if (!keeps(position, move)) {
        this.walk = AT_REST;
        const became = forMover(move);
        const said = gameTexts().match.holdsNot(move.move, became && asVerb(became, position.kind));
        this.retry = { ...this.retry, said };
        this.said = said;
        return;
      }
      this.retry = undefined;
      const t = gameTexts().match;
      this.note = position.kind === "puzzle" || !position.value ? t.keepsSolvable(move.move) : t.keeps(move.move, position.value);
      this.said = this.note;
    } else this.note = "";
    this.pictures.set(move.position, move.picture);
    this.live = true;
    const verdict = verdictOf(move);
    this.tree = grow(tree, { move: move.move, position: move.position, turn: this.after(position.turn), verdict });
    this.show(byComputer);
  }

  /** To a node of the tree. */
  visit(id: number): void {
    if (!this.tree || id === this.tree.at) return;
    this.stop();
    this.live = false;
    this.tree = visit(this.tree, id);
    this.show();
  }

  /** Back or forth to where it is a person's turn. */
  skip(by: 1 | -1): void {
    const tree = this.tree;
    if (!tree || (by === -1 && this.back())) return;
    const line = lineThrough(tree);
    let at = line.findIndex((node) => node.id === tree.at) + by;
    while (line[at + by] && this.player(line[at]!.turn).kind === "computer") at += by;
    const node = line[at];
    if (node) this.visit(node.id);
  }

  get canUndo(): boolean {
    return this.node?.parent !== undefined || this.walk.length > 1 || this.taken !== undefined;
  }

  get canRedo(): boolean {
    return this.node?.next !== undefined;
  }

  /** To the root of the tree; from there, to the game's start. */
  restart(): void {
    this.stop();
    const root = this.tree?.nodes[0];
    if (this.tree && this.tree.at !== 0) {
      this.tree = visit(this.tree, 0);
      this.live = true;
      this.show();
    } else if (root && this.about && root.position !== this.about.start) this.startFrom(undefined);
  }

  /** Lets the computer move where it has moved before. */
  goOn(): void {
    this.live = true;
  }

  /** Ends what runs by itself. */
  override stop(): void {
    this.run = undefined;
    this.retry = undefined;
    this.preview = undefined;
    this.note = "";
    this.settingUp = false;
  }

  protected override leave(wanted: string | undefined): void {
    this.preview = undefined;
    if (this.retry && this.retry.finding.before.position !== wanted) this.retry = undefined;
  }

  // Lines, random positions, review.

  async findLine(): Promise<void> {
    const node = this.node;
    if (!node) return;
    const told = await ask<Line>(`${this.home}/line?p=${encodeURIComponent(node.position)}`);
    if (told.kind === "ready") {
      this.line = told.facts;
      this.lineFrom = { node, played: this.tree ? depth(this.tree, node.id) : 0 };
    } else if (told.kind === "failed" || told.kind === "lost") this.note = told.error;
  }

  /** How many plies of the best line are on the board. */
  get lineDone(): number {
    const { tree, lineFrom } = this;
    return tree && lineFrom ? depth(tree, tree.at) - lineFrom.played : 0;
  }

  /** Puts the first plies of the best line on the board. */
  playTo(plies: number): void {
    const { line, lineFrom } = this;
    if (line && lineFrom) this.playAlong(line.plies.slice(0, plies), lineFrom.node);
  }

  /** Puts some plies on the board, which follow the position there unless another node is given. */
  playAlong(plies: Line["plies"], from = this.node): void {
    if (!this.tree || !from) return;
    let tree = visit(this.tree, from.id);
    let { turn } = from;
    for (const ply of plies) {
      turn = this.after(turn);
      tree = grow(tree, { move: ply.move, position: ply.position, turn, verdict: verdictOf(ply) });
    }
    this.tree = tree;
    this.live = false;
    this.show();
  }

  /** Plays the best line from here, a move at a time. */
  playOut(): void {
    const { line, node } = this;
    if (!line || line.plies.length === 0) return;
    this.run = { plies: line.plies, done: line.plies.findIndex(({ position }) => position === node?.position) + 1 };
  }

  async random(): Promise<void> {
    const told = await ask<{ position: string }>(`${this.home}/random`);
    if (told.kind === "ready") this.startFrom(told.facts.position);
    else if (told.kind === "failed" || told.kind === "lost") this.note = told.error;
  }

  get findings(): Finding[] {
    return this.tree ? review(lineThrough(this.tree), (position) => this.known.get(position)) : [];
  }

  /** Asks about the positions of the line that were not asked about since the page was loaded. */
  async learnLine(): Promise<void> {
    for (const { position } of this.tree ? lineThrough(this.tree) : []) {
      if (this.known.has(position)) continue;
      const told = await ask<Position>(`${this.home}/position?p=${encodeURIComponent(position)}`);
      if (told.kind === "ready") this.learn(told.facts);
    }
  }

  tryAgain(finding: Finding): void {
    this.visit(finding.before.id);
    const t = gameTexts().match;
    const said = this.alone ? t.findSolvable : t.find(this.name(finding.player), finding.was.value);
    this.retry = { finding, said };
    this.said = said;
  }

  // What happens by itself.

  protected override announce(position: Position): void {
    const t = gameTexts().match;
    const move = this.node?.move && spoken(this.node.move);
    const played = move && (this.alone ? t.youPlayed(move) : t.played(this.name(other(position.turn)), move));
    this.said = [played, this.status(position)].filter(Boolean).join(" ");
  }

  /** How it ended, and what that means to the visitor. */
  private lot(winner: Turn, result: string): string {
    const { side } = this.contest;
    const t = gameTexts().match;
    return side === undefined ? t.isOver(result) : side === winner ? t.youWon(result) : t.youLost(result);
  }

  /** Who is to move and what that is worth, or how the game ended. */
  status(position: Position): string {
    const verdict = verdictOf(position);
    const t = gameTexts().match;
    const { wins } = texts();
    if (this.ended?.kind === "resigned") {
      const { loser } = this.ended;
      return this.lot(other(loser), t.resigned(wins(this.name(other(loser))), this.name(loser)));
    }
    if (this.ended) return t.agreed(t.claims[this.ended.reason]);
    if (this.alone) {
      if (position.over) return t.solved;
      if (this.stuck) return t.stuck;
      return this.hints && verdict ? `${t.yourMove}: ${inWords(verdict, position.kind)}.` : `${t.yourMove}.`;
    }
    if (position.over) {
      if (!verdict || verdict.value === "tie" || verdict.value === "draw") return t.isOver(t.tie);
      const winner = verdict.value === "win" ? position.turn : other(position.turn);
      return this.lot(winner, wins(this.name(winner), position.margin));
    }
    const worth = this.hints && verdict ? `: ${asVerb(verdict)}` : "";
    return `${t.toMove(this.name(position.turn))}${worth}.`;
  }

  /** Since when the computer has waited for the values of which position. */
  private waited?: { position: string; since: number };

  private letComputerMove(): (() => void) | undefined {
    const position = this.position;
    if (!position || !this.computerMoves) return undefined;
    const player = { ...this.player(position.turn) };
    const control = new AbortController();
    if (this.answer?.kind === "working") return errs(player) ? this.playWithoutValues(position, player, control) : undefined;
    const searched = position.value === undefined ? this.search(position, player, control.signal) : undefined;
    const timer = setTimeout(async () => {
      const found = await searched;
      const move = found ?? decide(position.moves, player);
      if (!move || control.signal.aborted) return;
      this.play(move, true);
      if (searched && !found) this.note = gameTexts().match.anyMove;
    }, THINKING);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }

  /** Every word of how far the values are begins this anew, so that it counts from the first one. */
  private playWithoutValues(position: Position, player: Player, control: AbortController): () => void {
    if (this.waited?.position !== position.position) this.waited = { position: position.position, since: Date.now() };
    const timer = setTimeout(async () => {
      const found = await this.search(position, player, control.signal);
      if (found && !control.signal.aborted) this.play(found, true);
    }, Math.max(0, this.waited.since + PATIENCE - Date.now()));
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }

  /** The server's own search for a move, where nothing is solved. */
  private async search(position: Position, player: Player, signal: AbortSignal): Promise<Move | undefined> {
    const query = `p=${encodeURIComponent(position.position)}&nodes=${nodesOf(player)}`;
    const told = await ask<{ move: string }>(`${this.home}/move?${query}`, signal).catch(() => undefined);
    return told?.kind === "ready" ? position.moves.find(({ move }) => move === told.facts.move) : undefined;
  }

  /** Where the board was before, and how many pieces stood there. */
  private before?: { position: string; pieces: number };

  /** Lets a move be heard that has come on the board. */
  private letBeHeard(): void {
    const { position, tree, node } = this;
    if (!position) return;
    const pieces = entities(position.picture).filter((glyph) => glyph !== "-").length;
    const before = this.before;
    this.before = { position: position.position, pieces };
    const parent = tree && node?.parent !== undefined ? nodeAt(tree, node.parent) : undefined;
    if (!settings.sounds || !before || parent?.position !== before.position || position.position === before.position) return;
    const event = position.over ? "end" : pieces < before.pieces ? "capture" : "move";
    void LATER.sounds().then(({ sound }) => sound(event));
  }

  private runOn(): (() => void) | undefined {
    const run = this.run;
    if (!run) return undefined;
    const ply = run.plies[run.done];
    const [tree, node] = [this.tree, this.node];
    if (!ply || !tree || !node) {
      this.run = undefined;
      return undefined;
    }
    if (!this.position) return undefined;
    const timer = setTimeout(() => {
      const { move, position } = ply;
      this.tree = grow(tree, { move, position, turn: this.after(node.turn), verdict: verdictOf(ply) });
      this.run = { ...run, done: run.done + 1 };
      this.live = false;
      this.show(run.done > 0);
    }, run.done === 0 ? 0 : THINKING);
    return () => clearTimeout(timer);
  }
}
