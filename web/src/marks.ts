// The shapes of the values, in a box of ten by ten: up for a win, down for a loss, level bars for a
// tie (it ends level), a ring for a draw (it goes round).

import type { Value } from "./api";

export const MARKS: Record<Value, string> = {
  win: "M5 .8 9.6 9H.4Z",
  lose: "M5 9.2.4 1h9.2Z",
  tie: "M.6 1.4h8.8v2.7H.6ZM.6 5.9h8.8v2.7H.6Z",
  draw: "M5 .4a4.6 4.6 0 1 1 0 9.2 4.6 4.6 0 0 1 0-9.2Zm0 2.4a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z",
};
