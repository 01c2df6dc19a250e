// Whether the server answers. Once it does not, it is asked again and again until it does.

import { ROOT, isAlone } from "./root";

const FIRST_PAUSE = 700;
const LONGEST_PAUSE = 5000;

let silent = $state(false);
/** Those who wait for the server to come back. */
let waiting: (() => void)[] = [];
let knock: (() => void) | undefined;

/** Whether the last question was not answered. */
export function isSilent(): boolean {
  return silent;
}

/** Tells how a question went. */
export function heard(answered: boolean): void {
  if (answered) {
    silent = false;
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  } else if (!silent) {
    silent = true;
    void probe();
  }
}

/** Comes back when the server does. */
export function backAgain(): Promise<void> {
  return silent ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
}

/** Asks at once instead of waiting. */
export function retryNow(): void {
  knock?.();
}

async function probe(): Promise<void> {
  for (let pause = FIRST_PAUSE; silent; pause = Math.min(pause * 1.6, LONGEST_PAUSE)) {
    await new Promise<void>((resolve) => {
      knock = resolve;
      setTimeout(resolve, pause);
    });
    try {
      const told = await fetch(ROOT + (isAlone ? "tables/files.txt" : "healthz"), { cache: "no-store" });
      if (told.ok) heard(true);
    } catch {
      // Still gone.
    }
  }
  knock = undefined;
}
