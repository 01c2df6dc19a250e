// A game being played: the tree, what is known about its positions, and who moves.

import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { type About, type Answer, type Line, type Move, type Position, type Turn, ask, base, follow } from "./api";
import { type Place, go, here } from "./place.svelte";
import { type Finding, keeps, review } from "./review";
import { type Picture, changes } from "./scene";
import { settings } from "./settings.svelte";
import { AT_REST, type Offer, type Walk, choose, offers, stageOf, stepBack } from "./stages";
import { type Player, decide } from "./strength";
import { type Node, type Tree, current, grow, isTree, lineThrough, nodeAt, note, plant, visit } from "./tree";
import { asVerb, forMover, inWords, other, spoken, verdictOf } from "./value";

/** The computer waits this long, so that its move is seen to follow. */
const THINKING = 550;

/** A best line that is being played out. */
interface Run {
  plies: Line["plies"];
  done: number;
}

export class Match {
  readonly home: string;
  about = $state.raw<About>();
  /** What keeps the page from showing the game, where something does. */
  problem = $state<string>();
  answer = $state.raw<Answer<Position>>();
  tree = $state.raw<Tree>();
  walk = $state.raw<Walk>(AT_REST);
  preview = $state.raw<Offer>();
  flipped = $state(false);
  settingUp = $state(false);
  line = $state.raw<Line>();
  run = $state.raw<Run>();
  /** The mistake that is being tried again, with what was said about the last try. */
  retry = $state.raw<{ finding: Finding; said: string }>();
  /** What a screen reader should say. */
  said = $state("");
  /** Short word of something that did not work. */
  note = $state("");

  private known = new SvelteMap<string, Position>();
  private pictures = new Map<string, Picture>();
  private treeId = "";
  private grove = new Map<string, Tree>();
  /** Whether the board came here by a move: then the computer answers even where it did before. */
  private live = $state(false);

  constructor(
    readonly game: string,
    readonly variant: string,
  ) {
    this.home = base(game, variant);
    this.recall();
  }

  /** Follows the address and lets the computer play; call once, while a component is set up. */
  attend(): void {
    $effect(() => {
      const control = new AbortController();
      void follow<About>(this.home, control.signal, (told) => {
        if (told.kind === "ready") this.about = told.facts;
        else if (told.kind === "failed") this.problem = told.error;
      });
      return () => control.abort();
    });
    $effect(() => {
      const place = here();
      return untrack(() => this.arrive(place));
    });
    $effect(() => this.letComputerMove());
    $effect(() => this.runOn());
    $effect(() => this.keep());
  }

  // What is on the board.

  get node(): Node | undefined {
    return this.tree && current(this.tree);
  }

  /** The answer about the position on the board: with values, or what the rules alone say. */
  get position(): Position | undefined {
    const answer = this.answer;
    const told = answer?.kind === "ready" ? answer.facts : answer && answer.kind !== "failed" ? answer.view : undefined;
    return told && told.position === this.node?.position ? told : undefined;
  }

  get picture(): Picture | undefined {
    const position = this.position;
    if (position) return stageOf(position, this.walk)?.picture ?? position.picture;
    const [about, wanted] = [this.about, this.node?.position ?? here().position];
    if (about && (wanted ?? about.start) === about.start) return about.start_picture;
    return wanted === undefined ? undefined : this.pictures.get(wanted);
  }

  get offers(): Offer[] {
    const position = this.position;
    return position && this.open ? offers(position, this.walk) : [];
  }

  /** Whether somebody at the page may move. */
  get open(): boolean {
    const position = this.position;
    if (!position || position.over || this.settingUp || this.run) return false;
    return this.retry !== undefined || this.player(position.turn).kind === "person" || !this.computerMoves;
  }

  /** Whether it is the computer that moves next. */
  get computerMoves(): boolean {
    const [position, node] = [this.position, this.node];
    if (!position || !node || position.over || this.retry || this.settingUp || this.run) return false;
    if (this.player(position.turn).kind === "person") return false;
    // From there the computer would go round for ever.
    if (this.alone && position.value === "draw") return false;
    return this.live || node.children.length === 0;
  }

  get hints(): boolean {
    return settings.hints && this.retry === undefined;
  }

  /** The places that the last move changed. */
  get touched(): number[] {
    const [tree, node] = [this.tree, this.node];
    if (!tree || node?.parent === undefined || this.walk.length > 1) return [];
    const before = this.pictures.get(nodeAt(tree, node.parent).position);
    const after = this.pictures.get(node.position);
    return before && after ? changes(before, after) : [];
  }

  /** Whether it is a puzzle, for one. */
  get alone(): boolean {
    return (this.position?.kind ?? this.about?.kind) === "puzzle";
  }

  /** Whose turn it is after a move. */
  private after(turn: Turn): Turn {
    return this.alone ? turn : other(turn);
  }

  player(turn: Turn): Player {
    return settings[turn];
  }

  name(turn: Turn): string {
    const names = this.about?.scene?.players;
    return names?.[turn === "first" ? 0 : 1] ?? (turn === "first" ? "First" : "Second");
  }

  /** Where the board is, for a link that leads back to it. */
  get spot(): Pick<Place, "position" | "spot"> {
    const node = this.node;
    return node ? { position: node.position, spot: { tree: this.treeId, node: node.id } } : {};
  }

  // Moves.

  choose(offer: Offer): void {
    const position = this.position;
    if (!position || !this.open) return;
    const outcome = choose(position, this.walk, offer.choice);
    this.preview = undefined;
    if (outcome.kind === "walk") {
      this.walk = outcome.walk;
      this.said = `${spoken(offer.choice.name)}. Choose the next part of the move, or press Escape to go back.`;
    } else if (outcome.kind === "move") this.play(outcome.move);
  }

  /** One part of a move back. */
  back(): boolean {
    if (this.walk.length <= 1) return false;
    this.walk = stepBack(this.walk);
    this.preview = undefined;
    this.said = "One part back.";
    return true;
  }

  play(move: Move, byComputer = false): void {
    const [position, tree] = [this.position, this.tree];
    if (!position || !tree) return;
    if (this.retry) {
      if (!keeps(position, move)) {
        this.walk = AT_REST;
        const became = forMover(move);
        const said = `${move.move} does not hold it either: it ${became ? asVerb(became, position.kind) : "loses value"}. Try another.`;
        this.retry = { ...this.retry, said };
        this.said = said;
        return;
      }
      this.retry = undefined;
      this.note = position.kind === "puzzle" ? `${move.move} keeps it solvable.` : `${move.move} keeps the ${position.value}.`;
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
    return this.node?.parent !== undefined || this.walk.length > 1;
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

  /** A new tree from any position. */
  startFrom(position: string | undefined): void {
    this.stop();
    this.settingUp = false;
    this.treeId = "";
    this.tree = undefined;
    this.answer = undefined;
    this.walk = AT_REST;
    go({ game: this.game, variant: this.variant, position });
  }

  /** Lets the computer move where it has moved before. */
  goOn(): void {
    this.live = true;
  }

  /** Ends what runs by itself. */
  stop(): void {
    this.run = undefined;
    this.retry = undefined;
    this.preview = undefined;
    this.note = "";
  }

  // Lines, random positions, review.

  async findLine(): Promise<void> {
    const node = this.node;
    if (!node) return;
    const told = await ask<Line>(`${this.home}/line?p=${encodeURIComponent(node.position)}`);
    if (told.kind === "ready") this.line = told.facts;
    else if (told.kind === "failed") this.note = told.error;
  }

  /** Plays the best line from here, a move at a time. */
  playOut(): void {
    if (this.line && this.line.plies.length > 0) this.run = { plies: this.line.plies, done: 0 };
  }

  async random(): Promise<void> {
    const told = await ask<{ position: string }>(`${this.home}/random`);
    if (told.kind === "ready") this.startFrom(told.facts.position);
    else if (told.kind === "failed") this.note = told.error;
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
    const was = inWords({ ...finding.was, remoteness: null });
    const said = this.alone
      ? "Your move: find one after which it can still be solved."
      : `${this.name(finding.player)} to move: find a move that keeps the ${was}.`;
    this.retry = { finding, said };
    this.said = said;
  }

  // What happens by itself.

  private show(instead = false): void {
    const [tree, node] = [this.tree, this.node];
    if (!tree || !node) return;
    this.grove.set(this.treeId, tree);
    const { game, variant } = this;
    go({ game, variant, position: node.position, spot: { tree: this.treeId, node: node.id } }, instead);
  }

  /** The address changed: shows what it names. */
  private arrive(place: Place): (() => void) | undefined {
    if (place.view !== "play") return undefined;
    const { spot } = place;
    const tree = spot && this.grove.get(spot.tree);
    const node = tree?.nodes[spot?.node ?? -1];
    let wanted = place.position;
    if (spot && tree && node && (place.position ?? node.position) === node.position) {
      this.treeId = spot.tree;
      if (this.tree !== tree || tree.at !== node.id) {
        this.live = false;
        this.tree = visit(tree, node.id);
        this.grove.set(spot.tree, this.tree);
      }
      wanted = node.position;
    } else {
      this.tree = undefined;
    }
    this.walk = AT_REST;
    this.preview = undefined;
    this.line = undefined;
    if (this.retry && this.retry.finding.before.position !== wanted) this.retry = undefined;
    const known = wanted === undefined ? undefined : this.known.get(wanted);
    if (known) {
      this.told({ kind: "ready", facts: known });
      return undefined;
    }
    const query = wanted === undefined ? "" : `?p=${encodeURIComponent(wanted)}`;
    const control = new AbortController();
    void follow<Position>(`${this.home}/position${query}`, control.signal, (told) => this.told(told));
    return () => control.abort();
  }

  private told(answer: Answer<Position>): void {
    this.answer = answer;
    const told = answer.kind === "ready" ? answer.facts : answer.kind === "failed" ? undefined : answer.view;
    if (!told) return;
    this.pictures.set(told.position, told.picture);
    if (!this.tree) this.take(told);
    if (answer.kind === "ready") this.learn(answer.facts);
    this.announce(told);
  }

  private learn(position: Position): void {
    this.known.set(position.position, position);
    this.pictures.set(position.position, position.picture);
    const verdict = verdictOf(position);
    if (!verdict || !this.tree) return;
    for (const node of this.tree.nodes) {
      if (node.position === position.position) this.tree = note(this.tree, node.id, verdict);
    }
    this.grove.set(this.treeId, this.tree);
  }

  /** Plants a tree on a position that the address named, and writes that into the history's entry. */
  private take(told: Position): void {
    this.treeId = crypto.randomUUID?.() ?? String(Math.random());
    this.tree = plant(told.position, told.turn, verdictOf(told));
    this.live = true;
    this.grove.set(this.treeId, this.tree);
    history.replaceState({ spot: { tree: this.treeId, node: 0 } }, "");
  }

  private announce(position: Position): void {
    const move = this.node?.move;
    const played = move ? `${this.alone ? "You" : this.name(other(position.turn))} played ${spoken(move)}. ` : "";
    this.said = `${played}${this.status(position)}`;
  }

  /** Who is to move and what that is worth, or how the game ended. */
  status(position: Position): string {
    const verdict = verdictOf(position);
    if (this.alone) {
      if (position.over) return "The puzzle is solved.";
      return this.hints && verdict ? `Your move: ${inWords(verdict, position.kind)}.` : "Your move.";
    }
    if (position.over) {
      if (!verdict || verdict.value === "tie" || verdict.value === "draw") return "The game is over: a tie.";
      const winner = verdict.value === "win" ? position.turn : other(position.turn);
      return `The game is over: ${this.name(winner)} wins.`;
    }
    const worth = this.hints && verdict ? `: ${asVerb(verdict)}` : "";
    return `${this.name(position.turn)} to move${worth}.`;
  }

  private letComputerMove(): (() => void) | undefined {
    const position = this.position;
    if (!position || !this.computerMoves || this.answer?.kind === "working") return undefined;
    const player = { ...this.player(position.turn) };
    const timer = setTimeout(() => {
      const move = decide(position.moves, player);
      if (move) this.play(move, true);
    }, THINKING);
    return () => clearTimeout(timer);
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

  // The tree outlives a reload.

  private get key(): string {
    return `hindsight tree ${this.game}/${this.variant}`;
  }

  private keep(): void {
    if (!this.tree) return;
    const text = JSON.stringify({ id: this.treeId, tree: this.tree });
    try {
      sessionStorage.setItem(this.key, text);
    } catch {
      // Then a reload forgets the variations.
    }
  }

  private recall(): void {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null") as { id?: unknown; tree?: unknown } | null;
      if (typeof kept?.id === "string" && isTree(kept.tree)) this.grove.set(kept.id, kept.tree);
    } catch {
      // Nothing was kept.
    }
  }
}
