// A position in which exactly one move is right, while somebody looks for it.

import { type About, type Answer, type Exercise, type Move, type Position, base, follow } from "./api";
import { texts } from "./language.svelte";
import { note } from "./progress.svelte";
import { type Held, heldAtOnce } from "./reach";
import { keeps } from "./review";
import type { Picture } from "./scene";
import { AT_REST, type Offer, type Walk, choose, offers, stageOf, stepBack } from "./stages";
import { asVerb, forMover, inWords } from "./value";

/** Which position: of which game, by which number, how hard; and of which day, if it is the day's. */
export interface Wanted {
  game: string;
  variant: string;
  seed: number;
  level?: string;
  date?: string;
}

/** Other numbers that are tried where one has no such position. */
const OTHERS = 6;

export class Guess {
  readonly home: string;
  about = $state.raw<About>();
  exercise = $state.raw<Exercise>();
  position = $state.raw<Position>();
  /** Why there is nothing to show, or nothing yet. */
  answer = $state.raw<Answer<unknown>>();
  walk = $state.raw<Walk>(AT_REST);
  private taken = $state.raw<Held>();
  preview = $state.raw<Offer>();
  /** The move that was right, once it was made or shown. */
  done = $state.raw<{ move: Move; shown: boolean }>();
  missed = $state(false);
  said = $state("");

  constructor(readonly wanted: Wanted) {
    this.home = base(wanted.game, wanted.variant);
  }

  /** Fetches everything; call once, while a component is set up. */
  attend(): void {
    $effect(() => {
      const control = new AbortController();
      void follow<About>(this.home, control.signal, (told) => {
        if (told.kind === "ready") this.about = told.facts;
        else if (told.kind === "failed") this.answer = told;
      });
      void this.find(control.signal);
      return () => control.abort();
    });
  }

  private async find(signal: AbortSignal): Promise<void> {
    const { seed, level } = this.wanted;
    for (let other = 0; other <= OTHERS && !this.exercise && !signal.aborted; other++) {
      const query = new URLSearchParams({ seed: String((seed + other * 7919) % 2 ** 32) });
      if (level) query.set("level", level);
      await follow<Exercise>(`${this.home}/exercise?${query}`, signal, (told) => {
        this.answer = told;
        if (told.kind === "ready") this.exercise = told.facts;
      });
      if (this.answer?.kind !== "failed" && !this.exercise) return;
    }
    if (!this.exercise || signal.aborted) return;
    await follow<Position>(`${this.home}/position?p=${encodeURIComponent(this.exercise.position)}`, signal, (told) => {
      if (told.kind === "ready") this.position = told.facts;
      else this.answer = told;
    });
  }

  get picture(): Picture | undefined {
    if (this.done) return this.done.move.picture;
    return this.position && (stageOf(this.position, this.walk)?.picture ?? this.position.picture);
  }

  get offers(): Offer[] {
    return this.position && !this.done ? offers(this.position, this.walk) : [];
  }

  get held(): Held | undefined {
    const { about, picture } = this;
    if (this.taken || this.walk.length <= 1 || !about || !picture) return this.taken;
    return heldAtOnce(about.scene, picture, this.offers);
  }

  get pile(): Offer[] {
    const held = this.held;
    return held?.kind === "pile" ? this.offers.filter(({ choice }) => held.names.includes(choice.name)) : [];
  }

  hold(held: Held | undefined): void {
    if (JSON.stringify(held) === JSON.stringify(this.taken)) return;
    this.taken = held;
    this.preview = undefined;
  }

  /** What was taken up is put back; if nothing was, one part of a move back. */
  back(): void {
    if (this.taken) this.hold(undefined);
    else this.walk = stepBack(this.walk);
    this.preview = undefined;
  }

  choose(offer: Offer): void {
    if (!this.position || this.done) return;
    const outcome = choose(this.position, this.walk, offer.choice);
    this.preview = undefined;
    this.taken = undefined;
    if (outcome.kind === "walk") this.walk = outcome.walk;
    else if (outcome.kind === "move") this.guess(outcome.move);
  }

  private isRight(move: Move): boolean {
    const worth = forMover(move);
    if (!this.position || !worth) return false;
    return this.exercise?.task === "hold" ? worth.value !== "lose" : keeps(this.position, move);
  }

  private guess(move: Move): void {
    this.walk = AT_REST;
    if (this.isRight(move)) return this.finish(move, false);
    const worth = forMover(move);
    this.said = texts().riddle.wrong(move.move, worth && asVerb(worth, this.position?.kind));
    if (!this.missed) note(this.wanted.game, false, this.wanted.date);
    this.missed = true;
  }

  /** Gives up. */
  show(): void {
    const right = this.position?.moves.find((move) => this.isRight(move));
    if (!right) return;
    if (!this.missed) note(this.wanted.game, false, this.wanted.date);
    this.missed = true;
    this.walk = AT_REST;
    this.taken = undefined;
    this.finish(right, true);
  }

  private finish(move: Move, shown: boolean): void {
    const worth = forMover(move);
    const t = texts().riddle;
    this.said = this.exercise?.task === "hold" ? t.holds(move.move, shown) : t.wins(move.move, worth && inWords(worth), shown);
    this.done = { move, shown };
    if (!this.missed) note(this.wanted.game, true, this.wanted.date);
  }
}
