// The texts of a game's own view: apart from the others, so that no other view waits for them.

import { texts } from "./language.svelte";
import { type GameWords, ofGame } from "./words/game.en";

/** Another language brings them along; English has them in a file of their own. */
export const gameTexts = (): GameWords => texts().ofGame ?? ofGame;
