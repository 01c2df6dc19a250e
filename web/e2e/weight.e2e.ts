// What a visitor waits for: every byte that comes over the wire until the first view stands.

import { afterAll, beforeAll, expect, test } from "vitest";
import { ACROSS, DESKTOP, type House, PHONE, house } from "./visit";

/** The most bytes of a first view, as they travel: page, scripts, styles, answers and pictures. */
const MOST = 90_000;
/** Every day has a puzzle of its own on the front page, with its own pictures. */
const MOST_OF_THE_DAY = 93_000;

let at: House;
beforeAll(async () => {
  at = await house();
});
afterAll(() => at?.close());

const SIZES = { "a desktop": DESKTOP, "a phone": PHONE, "a phone held across": ACROSS };
const VIEWS = { "/": ".riddle .board > svg", "/play/tictactoe/3x3": ".status .worth", "/play/chess/KQ-K": ".board image", "/puzzles": ".riddle .board" };

test.each(Object.entries(SIZES))("a first view on %s is light", async (_, options) => {
  for (const [path, drawn] of Object.entries(VIEWS)) {
    const page = await at.open("/healthz", options);
    const wire = await page.context().newCDPSession(page);
    await wire.send("Network.enable");
    const names = new Map<string, string>();
    const weights = new Map<string, number>();
    let open = 0;
    let last = Date.now();
    wire.on("Network.requestWillBeSent", ({ requestId, request }) => {
      names.set(requestId, request.url);
      open++;
    });
    const ended = (requestId: string, bytes: number) => {
      weights.set(names.get(requestId) ?? requestId, bytes);
      open--;
      last = Date.now();
    };
    wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => ended(requestId, encodedDataLength));
    wire.on("Network.loadingFailed", ({ requestId }) => ended(requestId, 0));
    await page.goto(`${at.address}${path.slice(1)}`);
    await page.locator(drawn).first().waitFor();
    // Nothing is under way, and nothing has come for a while.
    await expect.poll(() => open <= 0 && Date.now() - last > 400, { timeout: 15_000, interval: 50 }).toBe(true);
    const bytes = [...weights.values()].reduce((sum, some) => sum + some, 0);
    const parts = [...weights].sort(([, a], [, b]) => b - a).map(([url, some]) => `${some} ${new URL(url).pathname}`);
    if (process.env.WEIGHTS) console.log(`${path} ${bytes}\n  ${parts.join("\n  ")}`);
    expect(bytes, `${path} takes ${bytes} bytes:\n${parts.join("\n")}`).toBeLessThan(path === "/" ? MOST_OF_THE_DAY : MOST);
    // Much more than the page's own text: else something was not counted.
    expect(bytes).toBeGreaterThan(30_000);
    await page.context().close();
  }
}, 120_000);
