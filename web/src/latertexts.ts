// The texts of the parts that later.ts fetches: only those parts may ask for them.

import { texts } from "./language.svelte";
import { type LaterWords, later } from "./words/later.en";

/** Another language brings them along; English has them in a file of their own. */
export const laterTexts = (): LaterWords => texts().later ?? later;
