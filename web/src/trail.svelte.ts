// The way through a game: the tree of what was played, the address that says where in it the board is, and
// what is known about its positions.

import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { type About, type Answer, type Line, type Position, type Turn, ask, base, follow } from "./api";
import { Contest } from "./contest.svelte";
import { gameTexts } from "./gametexts";
import { type Place, go, here } from "./place.svelte";
import type { Held } from "./reach";
import { type Picture, changes } from "./scene";
import { AT_REST, type Walk, stageOf } from "./stages";
import { readMoves } from "./notation";
import { replayed } from "./replay";
import { type Node, type Tree, current, isTree, lineThrough, nodeAt, note, plant, visit } from "./tree";
import { other, sideOf, verdictOf } from "./value";

const identity = () => crypto.randomUUID?.() ?? String(Math.random());

export abstract class Trail {
  readonly home: string;
  readonly contest = new Contest();
  about = $state.raw<About>();
  /** What keeps the page from showing the game, where something does. */
  problem = $state<string>();
  answer = $state.raw<Answer<Position>>();
  tree = $state.raw<Tree>();
  walk = $state.raw<Walk>(AT_REST);
  /** What was taken up to be moved. */
  protected taken = $state.raw<Held>();
  /** A best line. */
  line = $state.raw<Line>();
  /** Where the line begins, and how many plies were played before it. */
  lineFrom = $state.raw<{ node: Node; played: number }>();

  protected known = new SvelteMap<string, Position>();
  protected pictures = new Map<string, Picture>();
  private treeId = "";
  private grove = new Map<string, Tree>();
  /** Whether the board came here by a move: then the computer answers even where it did before. */
  protected live = $state(false);

  constructor(
    readonly game: string,
    readonly variant: string,
  ) {
    this.home = base(game, variant);
    this.recall();
  }

  /** Says what has come on the board. */
  protected abstract announce(position: Position): void;

  /** Ends what runs by itself. */
  abstract stop(): void;

  /** Another position comes: what belonged to the one before goes. */
  protected abstract leave(wanted: string | undefined): void;

  /** Follows the address; call once, while a component is set up. */
  protected follow(): void {
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
    $effect(() => this.keep());
  }

  // What is on the board.

  get node(): Node | undefined {
    return this.tree && current(this.tree);
  }

  /** The answer about the position on the board: with values, or what the rules alone say. */
  get position(): Position | undefined {
    const answer = this.answer;
    const told = answer?.kind === "ready" ? answer.facts : answer && "view" in answer ? answer.view : undefined;
    return told && told.position === this.node?.position ? told : undefined;
  }

  get picture(): Picture | undefined {
    const position = this.position;
    if (position) return stageOf(position, this.walk)?.picture ?? position.picture;
    const [about, wanted] = [this.about, this.node?.position ?? here().position];
    if (about && (wanted ?? about.start) === about.start) return about.start_picture;
    return wanted === undefined ? undefined : this.pictures.get(wanted);
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
  protected after(turn: Turn): Turn {
    return this.alone ? turn : other(turn);
  }

  name(turn: Turn): string {
    const names = this.about?.scene?.players;
    return names ? sideOf(names[turn === "first" ? 0 : 1]) : gameTexts().match[turn];
  }

  /** Where the board is, for a link that leads back to it. */
  get spot(): Pick<Place, "position" | "spot"> {
    const node = this.node;
    return node ? { position: node.position, spot: { tree: this.treeId, node: node.id } } : {};
  }

  /** The node on the board, as an ending remembers it. */
  protected get mark(): string {
    return `${this.treeId} ${this.tree?.at ?? 0}`;
  }

  // Where the board goes.

  /** A new tree from any position. */
  startFrom(position: string | undefined): void {
    this.stop();
    this.treeId = "";
    this.tree = undefined;
    this.answer = undefined;
    this.walk = AT_REST;
    this.taken = undefined;
    go({ game: this.game, variant: this.variant, embedded: here().embedded, position });
  }

  protected show(instead = false): void {
    const [tree, node] = [this.tree, this.node];
    if (!tree || !node) return;
    this.grove.set(this.treeId, tree);
    const { game, variant } = this;
    const { embedded } = here();
    go({ game, variant, embedded, position: node.position, spot: { tree: this.treeId, node: node.id } }, instead);
  }

  /** The address changed: shows what it names. */
  private arrive(place: Place): (() => void) | undefined {
    if (place.view !== "play") return undefined;
    if (place.moves !== undefined) return this.load(place);
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
    this.taken = undefined;
    this.leave(wanted);
    if (!this.isOnLine(wanted)) this.line = undefined;
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

  /** The address has a whole game: plays it again and shows it, at its end unless the address says where. */
  private load(place: Place): () => void {
    this.tree = undefined;
    this.answer = undefined;
    const control = new AbortController();
    const replay = async () => replayed(this.home, place.position, readMoves(place.moves ?? ""), (address) => ask(address, control.signal));
    replay()
      .then(({ tree }) => {
        if (control.signal.aborted) return;
        const line = lineThrough(tree);
        const node = line[place.ply ?? line.length - 1] ?? line[line.length - 1]!;
        this.treeId = identity();
        this.contest.choosing = false;
        this.live = false;
        this.tree = visit(tree, node.id);
        this.show(true);
      })
      .catch((error: Error) => {
        if (!control.signal.aborted) this.answer = { kind: "failed", error: gameTexts().match.notShown(error.message) };
      });
    return () => control.abort();
  }

  /** Whether a position is on the best line that is shown, which then stays. */
  private isOnLine(position: string | undefined): boolean {
    const known = [this.lineFrom?.node, ...(this.line?.plies ?? [])];
    return this.line !== undefined && known.some((one) => one?.position === position);
  }

  private told(answer: Answer<Position>): void {
    // What is on the board stays while the server is gone.
    if (answer.kind === "lost") return;
    this.answer = answer;
    const told = answer.kind === "ready" ? answer.facts : "view" in answer ? answer.view : undefined;
    if (!told) return;
    this.pictures.set(told.position, told.picture);
    if (!this.tree) this.take(told);
    if (answer.kind === "ready") this.learn(answer.facts);
    this.announce(told);
  }

  protected learn(position: Position): void {
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
    this.treeId = identity();
    this.tree = plant(told.position, told.turn, verdictOf(told));
    this.live = true;
    this.grove.set(this.treeId, this.tree);
    history.replaceState({ spot: { tree: this.treeId, node: 0 } }, "");
  }

  // The tree outlives a reload.

  private get key(): string {
    return `hindsight tree ${this.game}/${this.variant}`;
  }

  private keep(): void {
    if (!this.tree) return;
    const text = JSON.stringify({ id: this.treeId, tree: this.tree, contest: this.contest.choosing ? undefined : this.contest.kept });
    try {
      sessionStorage.setItem(this.key, text);
    } catch {
      // Then a reload forgets the variations.
    }
  }

  private recall(): void {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null") as { id?: unknown; tree?: unknown; contest?: unknown } | null;
      if (typeof kept?.id === "string" && isTree(kept.tree)) this.grove.set(kept.id, kept.tree);
      const { spot, position, moves } = here();
      // The game that was going on goes on; somebody who comes to a position by a link looks around.
      if (spot && spot.tree === kept?.id) this.contest.recall(kept.contest);
      else if (position !== undefined || moves !== undefined) this.contest.choosing = false;
    } catch {
      // Nothing was kept.
    }
  }
}
