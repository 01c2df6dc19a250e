// The program as a server, for tests.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The server's program; `./test` says which. */
const PROGRAM = process.env.HINDSIGHT ?? join(import.meta.dirname, "../../target/debug/hindsight");

export interface Server {
  address: string;
  /** Ends it, and starts another one at the same address. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  close: () => void;
}

/** A server with a data folder that is empty but for what some commands, such as `solve`, make there first. */
export async function serve(options: { solveSlots?: number; before?: string[][] } = {}): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), "hindsight-page-"));
  for (const command of options.before ?? []) execFileSync(PROGRAM, [...command, "--data", data], { stdio: "ignore" });
  const limits = options.solveSlots === undefined ? [] : ["--solve-slots", String(options.solveSlots)];
  const begin = (addr: string) => spawn(PROGRAM, ["serve", "--addr", addr, "--data", data, ...limits], { stdio: ["ignore", "pipe", "inherit"] });
  let server = begin("127.0.0.1:0");
  const address = await firstLine(server);
  // Making all games takes a slow machine longer than a visitor's request may.
  await patiently(`${address}api/v1/games`);
  return {
    address,
    stop: async () => {
      const ended = new Promise((resolve) => server.on("close", resolve));
      server.kill("SIGKILL");
      await ended;
    },
    start: async () => {
      server = begin(new URL(address).host);
      await firstLine(server);
    },
    close: () => {
      server.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A plain server of files, with a site in a folder of it that `hindsight site` wrote. */
export async function serveFiles(options: { before?: string[][] } = {}): Promise<Server> {
  const root = mkdtempSync(join(tmpdir(), "hindsight-site-"));
  const data = join(root, "data");
  for (const command of options.before ?? []) execFileSync(PROGRAM, [...command, "--data", data], { stdio: "ignore" });
  execFileSync(PROGRAM, ["site", join(root, "files", "hindsight"), "--data", data], { stdio: "ignore" });
  // A module that was just built, in the place of the one in the program.
  if (process.env.HINDSIGHT_MODULE) copyFileSync(process.env.HINDSIGHT_MODULE, join(root, "files/hindsight/module/hindsight.wasm.gz"));
  const python = process.env.PYTHON ?? "python3";
  let port = "0";
  let server: ChildProcess;
  const start = async () => {
    server = spawn(python, ["-u", "-m", "http.server", port, "--bind", "127.0.0.1", "--directory", join(root, "files")], { stdio: ["ignore", "pipe", "ignore"] });
    port = /:(\d+)\//.exec(await firstLine(server, /\((http\S+?)\)/m))?.[1] ?? port;
  };
  await start();
  return {
    address: `http://127.0.0.1:${port}/hindsight/`,
    stop: async () => {
      const ended = new Promise((resolve) => server.on("close", resolve));
      server.kill("SIGKILL");
      await ended;
    },
    start,
    close: () => {
      server.kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function firstLine(server: ChildProcess, address = /^(http\S+)/m): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.on("error", reject);
    server.on("exit", (code) => code !== null && reject(new Error(`the server ended with ${code}`)));
    server.stdout?.on("data", (chunk) => {
      text += String(chunk);
      const line = address.exec(text)?.[1];
      if (line && text.includes("\n")) resolve(line);
    });
  });
}

/** Asks until the server has time for it. */
export async function patiently(address: string): Promise<Response> {
  for (;;) {
    const told = await fetch(address);
    if (told.status !== 503) return told;
    await told.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
