// Keeps the page in the browser: `service.js` does, once the visitor has settled down.

import { ROOT } from "./root";

/** So many milliseconds after the first view nothing is urgent any more. */
const SETTLED = 5000;

/** Has the page kept, so that it can be installed and comes without a network. */
export function keepPage(): void {
  if (!("serviceWorker" in navigator) || window.parent !== window) return;
  setTimeout(() => navigator.serviceWorker.register(`${ROOT}service.js`, { scope: ROOT }).catch(() => undefined), SETTLED);
}

/** Has everything kept that a site of files has, but for tables. */
export function keepEverything(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("everything"));
}
