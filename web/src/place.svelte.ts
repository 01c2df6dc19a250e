// Where the visitor is: the address says it, so that links, Back and Forward work.

import { type Place, type Spot, type View, address } from "./address";
import { ROOT } from "./root";

export { type Place, type Spot, type View, address } from "./address";

const VIEWS: readonly string[] = ["statistics", "rules"];

function read(): Place {
  // A server of files does not know all places, and none is known without a network: the rest is then told here.
  const strayed = new URLSearchParams(location.search).get("at");
  if (strayed) history.replaceState(null, "", new URL(ROOT + strayed.replace(/^\/+/, ""), location.origin));
  const [first, game, variant, ...more] = location.pathname.slice(ROOT.length).replace(/\/?(index\.html)?$/, "").split("/").map(decoded);
  if (!first) return {};
  const query = new URLSearchParams(location.search);
  if (first === "puzzles" && more.length === 0 && (!game || variant)) {
    return { exercises: true, game, variant, seed: query.get("seed") ?? undefined, level: query.get("level") ?? undefined };
  }
  if (first === "make" && !game) return { make: true };
  const isBoard = first === "play" || (first === "embed" && variant);
  if (!isBoard || !game || more.length > 0) return { unknown: game || first };
  if (!variant) return { game };
  const ply = Number.parseInt(query.get("n") ?? "", 10);
  const view = query.get("view") ?? "";
  const spot: Partial<Spot> | undefined = history.state?.spot;
  const whole = typeof spot?.tree === "string" && typeof spot.node === "number";
  return {
    game,
    variant,
    view: VIEWS.includes(view) ? (view as View) : "play",
    position: query.get("p") ?? undefined,
    moves: query.get("m") ?? undefined,
    ply: Number.isNaN(ply) ? undefined : ply,
    embedded: first === "embed" || undefined,
    spot: whole ? (spot as Spot) : undefined,
  };
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

/** Goes to a place; Back leads back, unless the new place stands in for the old one. */
export function go(place: Place, instead = false): void {
  const state = { spot: place.spot && { ...place.spot } };
  if (instead) history.replaceState(state, "", address(place));
  else history.pushState(state, "", address(place));
  current = read();
}

/** Lets a click on a link change the place without loading the page again. */
export function follow(event: MouseEvent, place: Place): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(place);
  scrollTo(0, 0);
}
