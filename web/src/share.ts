// A game as a link and as text, and a position as a picture: what people pass on.

import { type Place, address } from "./address";
import type { About, Turn, Verdict } from "./api";
import type { Ending } from "./contest.svelte";
import { gameTexts } from "./gametexts";
import { flip } from "./geometry";
import { labels } from "./labels";
import { type Result, type Score, Unreadable, header, writeMoves, writeScore } from "./notation";
import { type Replayed, compact, written } from "./replay";
import { type Picture, type Scene, type Theme, entities, letterSize, strokeOf } from "./scene";
import { type Tree, depth, lineThrough, nodeAt } from "./tree";

/** The address of a whole game, with the board where it is. */
export function placeOfGame(about: Pick<About, "game" | "variant" | "start">, tree: Tree, embedded?: boolean): Place {
  const { game, variant, start } = about;
  const { position } = nodeAt(tree, 0);
  const [last, here] = [lineThrough(tree).length - 1, depth(tree, tree.at)];
  return {
    game,
    variant,
    embedded,
    position: position === start ? undefined : position,
    moves: last > 0 ? compact(written(tree)) : undefined,
    ply: here === last ? undefined : here,
  };
}

/** The result as it is written: of the first player, of the second, level, or not yet. */
export function resultOfGame(turn: Turn, over: Verdict | null, ending?: Ending): Result {
  const won = (winner: Turn): Result => (winner === "first" ? "1-0" : "0-1");
  const other = (one: Turn): Turn => (one === "first" ? "second" : "first");
  if (ending?.kind === "resigned") return won(other(ending.loser));
  if (ending) return "1/2-1/2";
  if (!over) return "*";
  if (over.value === "win" || over.value === "lose") return won(over.value === "win" ? turn : other(turn));
  return "1/2-1/2";
}

const dated = (day: Date) => [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join(".");

/**
 * The text of a game. Where other programs share a notation of the game, it has the headers that they ask for
 * and their names of moves.
 */
export function textOfGame(about: About, { tree, standard, over }: Replayed, day: Date, ending?: Ending): string {
  const line = lineThrough(tree);
  const [root, end] = [line[0]!, line[line.length - 1]!];
  const alone = about.kind === "puzzle";
  const result: Result = alone ? (over ? "1-0" : "*") : resultOfGame(end.turn, over, ending);
  const [first, second] = about.scene.players;
  const setUp: [string, string][] =
    standard !== undefined
      ? [["SetUp", "1"], ["FEN", standard]]
      : root.position === about.start
        ? []
        : [["Position", root.position]];
  const headers: [string, string][] = [
    ["Event", `${about.name} ${about.variant}`],
    ["Site", "Hindsight"],
    ["Date", dated(day)],
    ["Round", "-"],
    ["White", first],
    ["Black", alone ? "-" : second],
    ["Result", result],
    ...setUp,
    ["Game", `${about.game} ${about.variant}`],
  ];
  return writeScore({ headers, moves: written(tree) }, root.turn === "second");
}

/** Where a text leads: the game that it names, or the one that is on the board where it names none. */
export function placeOfText(score: Score, here: { game: string; variant: string }): Place & { game: string; variant: string } {
  const [game, variant, ...more] = (header(score, "Game") ?? `${here.game} ${here.variant}`).split(" ");
  if (!game || !variant || more.length > 0) throw new Unreadable(gameTexts().unreadable.game);
  const position = header(score, "Position") ?? header(score, "FEN");
  if (score.moves.length === 0 && position === undefined) throw new Unreadable(gameTexts().unreadable.nothing);
  return { game, variant, position, moves: writeMoves(score.moves) };
}

export const linkTo = (place: Place) => `${location.origin}${address(place)}`;

/** What another page shows a board with. */
export function frameOf(place: Place): string {
  const link = linkTo({ ...place, embedded: true }).replace(/&/g, "&amp;");
  return `<iframe src="${link}" width="400" height="480" style="border:0" title="Hindsight"></iframe>`;
}

/** A name for a file. */
export const fileName = (about: Pick<About, "game" | "variant">, ending: string) => `${about.game}-${about.variant}`.replace(/[^\w-]+/g, "_") + `.${ending}`;

/** The width of a picture in pixels. */
const PIXELS = 720;
/** Chromium draws no image that is narrower than half a unit, so units are small. */
const UNIT = 100;

/** An image as text that needs nothing else; `load` fetches the text of an address. */
type Inline = (image: string) => Promise<string>;

async function inlined(image: string): Promise<string> {
  const text = await (await fetch(image)).text();
  return `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`;
}

/** A position as a picture that needs no other file. */
export async function svgOf(given: Scene, theme: Theme | undefined, picture: Picture, flipped: boolean, inline: Inline = inlined): Promise<string> {
  const scene = flip(given, flipped);
  const [width, height] = scene.space.map((length) => length * UNIT) as [number, number];
  const signs = labels(scene).map(({ at, text }) => ({ text, x: at[0] * UNIT, y: at[1] * UNIT }));
  const room = 0.28 * UNIT;
  const left = Math.min(0, ...signs.map(({ x }) => x - room));
  const right = Math.max(width, ...signs.map(({ x }) => x + room));
  const top = Math.min(0, ...signs.map(({ y }) => y - room));
  const bottom = Math.max(height, ...signs.map(({ y }) => y + room));
  const images = new Map<string, string>();
  const known = async (image: string) => {
    if (!images.has(image)) images.set(image, await inline(image));
    return images.get(image)!;
  };
  const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const backdrop = async (image: string | null | undefined) => {
    if (!image) return "";
    const turn = flipped ? ` transform="rotate(180 ${width / 2} ${height / 2})"` : "";
    return `<image href="${await known(image)}" width="${width}" height="${height}" preserveAspectRatio="none"${turn}/>`;
  };
  const parts = [
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="#f1efe9"/>`,
    theme?.background ? await backdrop(theme.background) : `<rect width="${width}" height="${height}" rx="${UNIT * 0.1}" fill="#ead9b8"/>`,
  ];
  for (const [center, glyph] of entities(picture).entries()) {
    const at = scene.centers[center];
    if (glyph === "-" || !at) continue;
    const art = theme?.pieces[glyph];
    const [x, y] = [at[0] * UNIT, at[1] * UNIT];
    if (!art) {
      const size = letterSize(scene) * UNIT;
      parts.push(`<text x="${x}" y="${y + size * 0.35}" font-size="${size}" font-family="monospace" text-anchor="middle">${escaped(glyph)}</text>`);
      continue;
    }
    const stroke = strokeOf(scene, center);
    const size = art.size * UNIT;
    if (!stroke) {
      parts.push(`<image href="${await known(art.image)}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"/>`);
      continue;
    }
    const [[fromX, fromY], [toX, toY]] = stroke;
    const long = Math.hypot(toX - fromX, toY - fromY) * UNIT;
    const angle = (Math.atan2(toY - fromY, toX - fromX) * 180) / Math.PI;
    const middle = `${x + ((fromX + toX) / 2) * UNIT} ${y + ((fromY + toY) / 2) * UNIT}`;
    parts.push(
      `<image href="${await known(art.image)}" x="${-long / 2}" y="${-size / 2}" width="${long}" height="${size}" preserveAspectRatio="none" transform="translate(${middle}) rotate(${angle})"/>`,
    );
  }
  parts.push(await backdrop(theme?.foreground));
  for (const { x, y, text } of signs) {
    const outline = `stroke="#ead9b8" stroke-width="8" paint-order="stroke"`;
    const inside = x > 0 && x < width && y > 0 && y < height;
    parts.push(`<text x="${x}" y="${y + 8}" font-size="22" font-family="sans-serif" fill="#454a52" text-anchor="middle" ${inside ? outline : ""}>${escaped(text)}</text>`);
  }
  for (const [at, { center }] of scene.counters.entries()) {
    const place = scene.centers[center];
    if (!place || place[0] < 0 || place[1] < 0 || place[0] > scene.space[0] || place[1] > scene.space[1]) continue;
    parts.push(`<text x="${place[0] * UNIT}" y="${place[1] * UNIT + 10}" font-size="${Math.min(width, height) * 0.06}" font-family="sans-serif" text-anchor="middle">${picture.counters[at] ?? ""}</text>`);
  }
  const high = Math.round((PIXELS * (bottom - top)) / (right - left));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${high}" viewBox="${left} ${top} ${right - left} ${bottom - top}">${parts.join("")}</svg>`;
}

/** The same as dots. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
