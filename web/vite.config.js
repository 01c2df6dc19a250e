// Builds the page into the server's crate, with the hashes of all sources beside it: a Rust test
// compares them, so that a stale page is noticed without Node.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blake3 } from "@noble/hashes/blake3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const root = import.meta.dirname;
const page = join(root, "../crates/serve/page");

/** The files under a folder, as paths from `root` with slashes. */
function files(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    return entry.isDirectory() ? files(path) : [path];
  });
}

let folder = page;
const seal = {
  name: "seal",
  configResolved(config) {
    folder = config.build.outDir;
  },
  closeBundle() {
    const lines = files("").sort().map((path) => {
      const hash = bytesToHex(blake3(readFileSync(join(root, path))));
      return `${hash}  ${path}\n`;
    });
    writeFileSync(join(folder, "SOURCES.blake3"), lines.join(""));
  },
};

export default defineConfig({
  plugins: [svelte(), seal],
  build: { outDir: page, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/art": "http://127.0.0.1:8000" } },
});
