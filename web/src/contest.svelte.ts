// Who plays, how strong, and how a game ends other than by the rules.

import type { Turn } from "./api";
import type { Claim } from "./claim";
import { settings } from "./settings.svelte";
import { PERSON, type Player, type Strength } from "./strength";
import { other } from "./value";

/** Why a game ended before the rules ended it. */
export type Ending = { kind: "resigned"; loser: Turn } | { kind: "agreed"; reason: Claim };

export class Contest {
  players = $state<Record<Turn, Player>>({ first: { ...PERSON }, second: { ...PERSON } });
  /** Whether values are shown; until somebody says so for this game, as the visitor prefers. */
  private shown = $state<boolean>();
  /** Whether the visitor has not said yet how to play: moves may be tried meanwhile. */
  choosing = $state(true);
  /** The game that is being played for a result: none while somebody only looks around. */
  begun = $state(false);
  /** How it ended, at the node where it did. */
  ending = $state.raw<{ node: string; how: Ending }>();

  /** Somebody only looks around: both sides are moved here, and values are shown. */
  look(): void {
    this.players = { first: { ...PERSON }, second: { ...PERSON } };
    this.choosing = false;
    this.begun = false;
    this.ending = undefined;
    this.shown = undefined;
  }

  get hints(): boolean {
    return this.shown ?? settings.hints;
  }

  toggleHints(): void {
    if (this.begun) this.shown = !this.hints;
    else settings.hints = !this.hints;
  }

  /** Two people play at the page. */
  two(): void {
    this.look();
    this.begun = true;
    this.shown = false;
  }

  /** Somebody plays a side against the computer. */
  against(side: Turn, strength: Strength): void {
    this.two();
    this.players[other(side)] = { ...PERSON, kind: "computer", strength };
    settings.strength = strength;
  }

  /** The side that a person plays against the computer; none where two or none do. */
  get side(): Turn | undefined {
    const { first, second } = this.players;
    if (first.kind === second.kind) return undefined;
    return first.kind === "person" ? "first" : "second";
  }

  swap(): void {
    const { first, second } = this.players;
    this.players = { first: second, second: first };
  }

  /** What outlives a reload. */
  get kept(): unknown {
    const { players, shown, begun } = this;
    return { players, shown, begun };
  }

  recall(kept: unknown): void {
    const told = kept as Partial<{ players: Record<Turn, Player>; shown: boolean; begun: boolean }> | undefined;
    if (!told?.players?.first || !told.players.second) return;
    this.players = told.players;
    this.shown = told.shown;
    this.begun = told.begun ?? false;
    this.choosing = false;
  }
}
