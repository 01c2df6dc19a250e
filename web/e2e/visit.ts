// A real browser at the real server: what every test of the page in a browser starts from.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";

/** The server's program; `./test` says which. */
const PROGRAM = process.env.HINDSIGHT ?? join(import.meta.dirname, "../../target/debug/hindsight");
const CHROMIUM = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path !== "" && existsSync(path),
);

export interface House {
  address: string;
  /** Opens a page in a browser of its own; what it complains about is collected in `complaints`. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  complaints: string[];
  /** Ends the server, and starts another one at the same address. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
}

/** The sizes on which the page must work. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1366, height: 900 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The phone held across. */
export const ACROSS: BrowserContextOptions = { ...PHONE, viewport: { width: 844, height: 390 } };

/** A server with an empty data folder, and a browser. */
export async function house(options: { solveSlots?: number } = {}): Promise<House> {
  if (!CHROMIUM) throw new Error("no chromium found: set CHROMIUM to its path");
  const data = mkdtempSync(join(tmpdir(), "hindsight-page-"));
  const limits = options.solveSlots === undefined ? [] : ["--solve-slots", String(options.solveSlots)];
  const begin = (addr: string) => spawn(PROGRAM, ["serve", "--addr", addr, "--data", data, ...limits], { stdio: ["ignore", "pipe", "inherit"] });
  let server = begin("127.0.0.1:0");
  const address = await firstLine(server);
  // Making all games takes a slow machine longer than a visitor's request may.
  await patiently(`${address}api/v1/games`);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const complaints: string[] = [];
  return {
    address,
    complaints,
    open: (path, options) => open(browser, `${address}${path.slice(1)}`, complaints, options),
    stop: async () => {
      const ended = new Promise((resolve) => server.on("close", resolve));
      server.kill("SIGKILL");
      await ended;
    },
    start: async () => {
      server = begin(new URL(address).host);
      await firstLine(server);
    },
    close: async () => {
      await browser.close();
      server.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function open(browser: Browser, address: string, complaints: string[], options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light", ...options });
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

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.on("error", reject);
    server.on("exit", (code) => code !== null && reject(new Error(`the server ended with ${code}`)));
    server.stdout?.on("data", (chunk) => {
      text += String(chunk);
      const line = /^(http\S+)/m.exec(text)?.[1];
      if (line && text.includes("\n")) resolve(line);
    });
  });
}

/** What the server says, asked by the test itself. */
export async function asked<T>(at: House, path: string): Promise<T> {
  return (await patiently(`${at.address}${path}`)).json() as T;
}

async function patiently(address: string): Promise<Response> {
  for (;;) {
    const told = await fetch(address);
    if (told.status !== 503) return told;
  }
}

/** The buttons on the board. */
export const buttons = (page: Page) => page.locator(".board [role=button]");

/** Waits until values are there and somebody may move. */
export async function ready(page: Page): Promise<void> {
  await page.locator(".status .worth").waitFor();
  await buttons(page).first().waitFor();
}
