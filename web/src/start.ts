// What the start of a game looks like, without asking about the position: that would set a small
// game's solve going, and be refused for a large one.

import { type About, ask, base } from "./api";
import type { Picture } from "./scene";

/**
 * The picture in a position of the GamesmanUni protocol: whose turn, a character for each center
 * ('.' for a text), then the texts: `1_W--B..~9~8`.
 */
export function readUniversal(position: string): Picture | undefined {
  const found = /^[12]_([^~]*)((?:~[^~]*)*)$/.exec(position);
  if (!found) return undefined;
  const [, characters = "", texts = ""] = found;
  return {
    entities: characters.replaceAll(".", "-"),
    counters: texts.split("~").slice(1).map(Number),
  };
}

/** The start's picture: the server's own word, or else what it tells GamesmanUni. */
export async function startPicture(about: About, signal: AbortSignal): Promise<Picture | undefined> {
  if (about.start_picture) return about.start_picture;
  if (about.scene.fallback) return undefined;
  const address = base(about.game, about.variant).replace("/api/v1/games/", "/universal/v1/");
  const told = await ask<{ autoguiStartPosition?: string }>(`${address}/`, signal);
  return told.kind === "ready" ? readUniversal(told.facts.autoguiStartPosition ?? "") : undefined;
}
