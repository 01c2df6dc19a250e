// A real browser at the real server: what every test of the page in a browser starts from.

import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { inject } from "vitest";
import { patiently, serve, serveFiles } from "./server";

const CHROMIUM = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path !== "" && existsSync(path),
);

export interface House {
  address: string;
  /** Opens a page in a browser of its own; what it complains about is collected in `complaints`. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  complaints: string[];
  close: () => Promise<void>;
}

/** A house whose server can be stopped and started again. */
export interface OwnHouse extends House {
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** The sizes on which the page must work. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1366, height: 900 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The phone held across. */
export const ACROSS: BrowserContextOptions = { ...PHONE, viewport: { width: 844, height: 390 } };

async function browse(address: string, close: () => void): Promise<House> {
  if (!CHROMIUM) throw new Error("no chromium found: set CHROMIUM to its path");
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const complaints: string[] = [];
  return {
    address,
    complaints,
    open: (path, options) => open(browser, `${address}${path.slice(1)}`, complaints, options),
    close: async () => {
      await browser.close();
      close();
    },
  };
}

/** A browser at a server that others use too: it may have solved games before. `bare` solves none. */
export async function house(which: "solving" | "bare" = "solving"): Promise<House> {
  return browse(inject(which), () => {});
}

/** A browser at a server of its own, which has solved nothing but what some commands ask for. */
export async function ownHouse(...before: string[][]): Promise<OwnHouse> {
  const server = await serve({ before });
  return { ...(await browse(server.address, server.close)), stop: server.stop, start: server.start };
}

/** A browser at a site of files with no program behind it, below the root of its server. */
export async function aloneHouse(...before: string[][]): Promise<OwnHouse> {
  const server = await serveFiles({ before });
  return { ...(await browse(server.address, server.close)), stop: server.stop, start: server.start };
}

async function open(browser: Browser, address: string, complaints: string[], options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light", locale: "en", ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  await page.goto(address);
  return page;
}

/** What the server says, asked by the test itself. */
export async function asked<T>(at: House, path: string): Promise<T> {
  return (await patiently(`${at.address}${path}`)).json() as T;
}

/** Leads a page to another place as its own links do, without loading it again. */
export async function lead(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** The buttons on the board. */
export const buttons = (page: Page) => page.locator(".board [role=button]");

/** Waits until values are there and somebody may move. */
export async function ready(page: Page): Promise<void> {
  await page.locator(".status .worth").waitFor();
  await buttons(page).first().waitFor();
}
