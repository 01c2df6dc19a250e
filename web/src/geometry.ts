// Where things stand on the board, in units of the scene's space.

import { distance } from "./motion";
import type { Button, Point, Scene } from "./scene";

/** A point as somebody sees it who sits on the other side. */
export function turned(scene: Scene, [x, y]: Point, flipped: boolean): Point {
  return flipped ? [scene.space[0] - x, scene.space[1] - y] : [x, y];
}

/** The scene as seen from the other side. */
export function flip(scene: Scene, flipped: boolean): Scene {
  return flipped ? { ...scene, centers: scene.centers.map((center) => turned(scene, center, true)) } : scene;
}

function between([x, y]: Point, [u, v]: Point, part: number): Point {
  return [x + (u - x) * part, y + (v - y) * part];
}

/** A point on a Bézier curve of any degree. */
export function onCurve(points: Point[], part: number): Point {
  if (points.length === 1) return points[0]!;
  return onCurve(points.slice(1).map((point, at) => between(points[at]!, point, part)), part);
}

export function curvePath(points: Point[]): string {
  const [start, ...rest] = points.map(([x, y]) => `${x} ${y}`);
  const letter = ["", "L", "Q", "C"][rest.length] ?? "L";
  return `M${start} ${letter}${rest.join(" ")}`;
}

/** The outline of an arrow: shaft, head, closed. `cut` is left free at both ends. */
export function arrowPath(from: Point, to: Point, width: number, cut: number): string {
  const length = distance(from, to) || 1;
  const along: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const across: Point = [-along[1], along[0]];
  const head = Math.min(width * 2.6, length / 2);
  const spot = (far: number, side: number) =>
    `${round(from[0] + along[0] * far + across[0] * side)} ${round(from[1] + along[1] * far + across[1] * side)}`;
  const [tail, neck, tip] = [Math.min(cut, length / 4), Math.max(length - cut - head, length / 4), length - Math.min(cut, length / 4)];
  const half = width / 2;
  return `M${spot(tail, -half)} L${spot(neck, -half)} L${spot(neck, -half * 2.6)} L${spot(tip, 0)} L${spot(neck, half * 2.6)} L${spot(neck, half)} L${spot(tail, half)} Z`;
}

function round(number: number): number {
  return Math.round(number * 1e4) / 1e4;
}

/** How a button lies on the board: where its mark goes; nothing for a listed one. */
export function anchor(scene: Scene, button: Button): Point | undefined {
  const at = (center: number) => scene.centers[center];
  switch (button.kind) {
    case "spot":
    case "text":
      return at(button.center);
    case "arrow": {
      const [from, to] = [at(button.from), at(button.to)];
      // Near the tail, so that the head and what it points at stay in sight.
      return from && to && between(from, to, 0.36);
    }
    case "line": {
      const [from, to] = [at(button.from), at(button.to)];
      return from && to && between(from, to, 0.5);
    }
    case "curve":
      return button.points.length > 0 ? onCurve(button.points, 0.5) : undefined;
    case "listed":
      return undefined;
  }
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const WAYS: Record<Arrow, Point> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The index of the point that an arrow key leads to: near, and rather straight ahead than aside. */
export function neighbour(points: readonly Point[], from: number, key: Arrow): number | undefined {
  const here = points[from];
  if (!here) return undefined;
  const [wx, wy] = WAYS[key];
  let found: number | undefined;
  let least = Infinity;
  points.forEach(([x, y], at) => {
    const [dx, dy] = [x - here[0], y - here[1]];
    const ahead = dx * wx + dy * wy;
    if (at === from || ahead <= 1e-6) return;
    const aside = Math.abs(dx * wy - dy * wx);
    const cost = ahead + 2.5 * aside;
    if (cost < least) [least, found] = [cost, at];
  });
  return found;
}
