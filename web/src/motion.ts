// Which piece goes where when the picture changes, so that pieces slide instead of blinking.

import { type Picture, type Point, entities } from "./scene";

/** A piece on the board, the same one for as long as it stays. */
export interface Stone {
  id: number;
  glyph: string;
  center: number;
}

/**
 * The stones of the next picture. A stone stays where its character stays; one whose character
 * vanished here and appeared there has moved (the nearest such places pair up); the rest are new.
 */
export function advance(stones: readonly Stone[], picture: Picture, centers: readonly Point[]): Stone[] {
  const wanted = new Map<number, string>();
  entities(picture).forEach((glyph, center) => {
    if (glyph !== "-" && centers[center]) wanted.set(center, glyph);
  });
  const next: Stone[] = [];
  const loose: Stone[] = [];
  for (const stone of stones) {
    if (wanted.get(stone.center) === stone.glyph) {
      next.push(stone);
      wanted.delete(stone.center);
    } else loose.push(stone);
  }
  const pairs = [...wanted].flatMap(([center, glyph]) =>
    loose
      .filter((stone) => stone.glyph === glyph)
      .map((stone) => ({ center, stone, far: distance(centers[center]!, centers[stone.center]!) })),
  );
  pairs.sort((a, b) => a.far - b.far);
  const moved = new Set<number>();
  for (const { center, stone } of pairs) {
    if (moved.has(stone.id) || !wanted.has(center)) continue;
    moved.add(stone.id);
    wanted.delete(center);
    next.push({ ...stone, center });
  }
  let id = Math.max(-1, ...stones.map((stone) => stone.id)) + 1;
  for (const [center, glyph] of wanted) next.push({ id: id++, glyph, center });
  return next.sort((a, b) => a.id - b.id);
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
