// Where the visitor is: the address says it, so that links, Back and Forward work.

import type { Turn } from "./api";

/** A position that was on the board. */
export interface Step {
  position: string;
  turn: Turn;
  /** The move that led here. */
  move?: string;
}

/** The moves of a game, and which of them the board shows. */
export interface Trail {
  steps: Step[];
  at: number;
}

export interface Place {
  game?: string;
  variant?: string;
  /** The position; the start where it is missing. */
  position?: string;
  trail?: Trail;
}

function read(): Place {
  const [view, game, variant] = location.pathname.split("/").slice(1).map(decoded);
  if (view !== "play" || !game || !variant) return {};
  const position = new URLSearchParams(location.search).get("p") ?? undefined;
  return { game, variant, position, trail: history.state?.trail };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let current = $state.raw(read());

addEventListener("popstate", () => {
  current = read();
});

/** The present place. */
export function here(): Place {
  return current;
}

/** The address of a place. */
export function address({ game, variant, position }: Place): string {
  if (!game || !variant) return "/";
  const query = position === undefined ? "" : `?p=${encodeURIComponent(position)}`;
  return `/play/${encodeURIComponent(game)}/${encodeURIComponent(variant)}${query}`;
}

/** Goes to a place; Back leads back. */
export function go(place: Place): void {
  history.pushState({ trail: place.trail }, "", address(place));
  current = read();
}

/** Lets a click on a link change the place without loading the page again. */
export function follow(event: MouseEvent, place: Place): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(place);
  scrollTo(0, 0);
}
