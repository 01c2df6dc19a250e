// Texts to begin with: the one that `hindsight new` writes, and some of the library.

import corners from "../../crates/hindsight/src/example.game?raw";
import breakthrough from "../../library/breakthrough.game?raw";
import dao from "../../library/dao.game?raw";
import hexapawn from "../../library/hexapawn.game?raw";
import morris from "../../library/threemensmorris.game?raw";

/** The first is what an author finds. */
export const EXAMPLES = [corners, hexapawn, morris, dao, breakthrough];

/** What a text calls its game. */
export const titleOf = (text: string) => /^game\s+"([^"]*)"/m.exec(text)?.[1] ?? "";
