// What can be clicked on the board. A move that has a from and a to takes two clicks (or a drag): the
// piece, then where it goes. Buttons that lie on one another are one, which asks which of them.

import { anchor } from "./geometry";
import { distance } from "./motion";
import { type Button, type Picture, type Point, type Scene, entities } from "./scene";
import type { Offer } from "./stages";
import { rank } from "./value";

/** What was taken up: what stands at a center, or the buttons of these names, which lie on one another. */
export type Held = { kind: "place"; center: number } | { kind: "pile"; names: readonly string[] };

/** What a click comes to. */
export type Act =
  | { kind: "make"; offer: Offer }
  | { kind: "hold"; held: Held }
  /** What was taken up is put back. */
  | { kind: "drop" };

/** Something to click. */
export interface Target {
  /** Different from those of all others; the same for what is clicked at the same center. */
  key: string;
  at: Point;
  /** The center where it is; none for lines, arrows and piles. */
  center: number | undefined;
  act: Act;
  /** The offers that it can still lead to, the best one first. */
  offers: Offer[];
  /** Whether it is where something that was taken up can go. */
  end: boolean;
}

/** A way to an offer: from a center that is clicked first to the one that is clicked then. */
interface Way {
  offer: Offer;
  to: number;
}

/** Where a center is clicked: in the middle of all that have its name, as the storeys of a cell do. */
export function placeOf(scene: Scene, center: number): Point | undefined {
  const at = scene.centers[center];
  const name = scene.names[center];
  if (!at || !name) return at;
  const same = scene.centers.filter((_, other) => scene.names[other] === name);
  return [same.reduce((sum, [x]) => sum + x, 0) / same.length, same.reduce((sum, [, y]) => sum + y, 0) / same.length];
}

/** The two ends of a button that takes two clicks, and whether either may come first. */
function endsOf(scene: Scene, now: readonly string[], button: Button): { from: number; to: number; either: boolean } | undefined {
  if (button.kind === "arrow" && (now[button.from] ?? "-") !== "-") return { ...button, either: false };
  if (button.kind === "line" && scene.linesByEnds) return { ...button, either: true };
  return undefined;
}

/** The ways that begin at each center. A spot at such a center is a way from it to itself. */
function waysFrom(scene: Scene, picture: Picture, offers: readonly Offer[]): Map<number, Way[]> {
  const now = entities(picture);
  const ways = new Map<number, Way[]>();
  const add = (from: number, way: Way) => ways.set(from, [...(ways.get(from) ?? []), way]);
  for (const offer of offers) {
    const ends = endsOf(scene, now, offer.choice.button);
    if (!ends) continue;
    add(ends.from, { offer, to: ends.to });
    if (ends.either) add(ends.to, { offer, to: ends.from });
  }
  for (const offer of offers) {
    const { button } = offer.choice;
    if (button.kind === "spot" && ways.has(button.center)) add(button.center, { offer, to: button.center });
  }
  return ways;
}

function bestFirst(offers: Offer[]): Offer[] {
  const worth = ({ verdict }: Offer) => (verdict ? rank(verdict) : -1);
  return [...offers].sort((a, b) => worth(b) - worth(a));
}

const keyOf = (center: number) => `at ${center}`;

/** Offers at their places: one alone is made by a click, several that lie nearer than `near` are a pile. */
function gathered(list: { offer: Offer; at: Point; center?: number }[], near: number, end: boolean): Target[] {
  const heaps: (typeof list)[] = [];
  for (const one of list) {
    const heap = heaps.find(([first]) => distance(first!.at, one.at) < near);
    if (heap) heap.push(one);
    else heaps.push([one]);
  }
  return heaps.map((heap) => {
    const [{ offer, at, center }] = heap as [(typeof list)[number]];
    const offers = bestFirst(heap.map((one) => one.offer));
    const act: Act =
      heap.length === 1
        ? { kind: "make", offer }
        : { kind: "hold", held: { kind: "pile", names: heap.map((one) => one.offer.choice.name) } };
    const one = heap.every((other) => other.center === center) ? center : undefined;
    return { key: one === undefined ? offer.choice.name : keyOf(one), at, center: one, act, offers, end };
  });
}

/**
 * What can be clicked, given what was taken up. `near` is the least distance at which a finger can tell
 * two buttons apart. The scene is as it is seen: flipped or not.
 */
export function targets(scene: Scene, picture: Picture, offers: readonly Offer[], held: Held | undefined, near: number): Target[] {
  const ways = waysFrom(scene, picture, offers);
  const going = new Set([...ways.values()].flatMap((list) => list.map(({ offer }) => offer)));
  const center = held?.kind === "place" ? held.center : undefined;
  const taken = center === undefined ? undefined : ways.get(center);
  const starts = [...ways].flatMap(([from, list]): Target[] => {
    const at = placeOf(scene, from);
    if (!at) return [];
    const held: Held = { kind: "place", center: from };
    const act: Act = from === center ? { kind: "drop" } : { kind: "hold", held };
    return [{ key: keyOf(from), at, center: from, act, offers: bestFirst(list.map(({ offer }) => offer)), end: false }];
  });
  if (taken) {
    const ends = gathered(
      taken.flatMap(({ offer, to }) => {
        const at = placeOf(scene, to);
        return at ? [{ offer, at, center: to }] : [];
      }),
      near,
      true,
    );
    // Another piece may be taken up instead.
    const others = starts.filter(({ at }) => ends.every((end) => distance(end.at, at) >= near));
    return [...others, ...ends];
  }
  const rest = offers.flatMap((offer) => {
    const { button } = offer.choice;
    if (going.has(offer)) return [];
    const center = button.kind === "spot" || button.kind === "text" ? button.center : undefined;
    const at = center === undefined ? anchor(scene, button) : placeOf(scene, center);
    return at ? [{ offer, at, center }] : [];
  });
  const names = held?.kind === "pile" ? held.names : undefined;
  const piles = gathered(rest, near, false).map((target): Target => {
    const { act } = target;
    const open = names && act.kind === "hold" && act.held.kind === "pile" && act.held.names.join() === names.join();
    return open ? { ...target, act: { kind: "drop" } } : target;
  });
  return [...starts, ...piles];
}

/**
 * What is taken up without a click: in the middle of a move, the only piece that can go on.
 */
export function heldAtOnce(scene: Scene, picture: Picture, offers: readonly Offer[]): Held | undefined {
  const ways = waysFrom(scene, picture, offers);
  const [only] = ways.keys();
  const all = only !== undefined && ways.size === 1 && ways.get(only)!.length === offers.length;
  return all ? { kind: "place", center: only } : undefined;
}
