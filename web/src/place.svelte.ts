// Where the visitor is: the address says it, so that links, Back and Forward work.

export type View = "play" | "statistics" | "rules";

export interface Place {
  game?: string;
  variant?: string;
  view?: View;
  /** What the address says where it stands for nothing. */
  unknown?: string;
  /** The position; the start where it is missing. */
  position?: string;
  /** The node of a tree that the board showed; it travels with the browser's history. */
  spot?: Spot;
}

export interface Spot {
  tree: string;
  node: number;
}

const VIEWS: readonly string[] = ["statistics", "rules"];

function read(): Place {
  const [first, game, variant, ...more] = location.pathname.replace(/\/$/, "").split("/").slice(1).map(decoded);
  if (!first) return {};
  if (first !== "play" || !game || more.length > 0) return { unknown: game || first };
  if (!variant) return { game };
  const query = new URLSearchParams(location.search);
  const view = query.get("view") ?? "";
  const spot: Partial<Spot> | undefined = history.state?.spot;
  const whole = typeof spot?.tree === "string" && typeof spot.node === "number";
  return {
    game,
    variant,
    view: VIEWS.includes(view) ? (view as View) : "play",
    position: query.get("p") ?? undefined,
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

/** The address of a place. */
export function address({ game, variant, view, position }: Place): string {
  if (!game || !variant) return "/";
  const query = new URLSearchParams();
  if (view && view !== "play") query.set("view", view);
  if (position !== undefined) query.set("p", position);
  const tail = query.size > 0 ? `?${query}` : "";
  return `/play/${encodeURIComponent(game)}/${encodeURIComponent(variant)}${tail}`;
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
