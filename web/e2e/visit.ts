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
  close: () => Promise<void>;
}

/** A server with an empty data folder, and a browser. */
export async function house(): Promise<House> {
  if (!CHROMIUM) throw new Error("no chromium found: set CHROMIUM to its path");
  const data = mkdtempSync(join(tmpdir(), "hindsight-page-"));
  const server = spawn(PROGRAM, ["serve", "--addr", "127.0.0.1:0", "--data", data], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await firstLine(server);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const complaints: string[] = [];
  return {
    address,
    complaints,
    open: (path, options) => open(browser, `${address}${path.slice(1)}`, complaints, options),
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
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout?.on("data", (chunk) => {
      text += String(chunk);
      const line = /^(http\S+)/m.exec(text)?.[1];
      if (line && text.includes("\n")) resolve(line);
    });
  });
}

/** The buttons on the board. */
export const buttons = (page: Page) => page.locator(".board [role=button]");

/** Waits until values are there and somebody may move. */
export async function ready(page: Page): Promise<void> {
  await page.locator(".status .worth").waitFor();
  await buttons(page).first().waitFor();
}
