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

/** What the page is not built from. */
const TESTS = ["e2e", "tests", "vitest.config.js"];

/** What it is built from besides: the examples of src/examples.ts. A Rust test has the same list. */
const EXAMPLES = ["../crates/hindsight/src/example.game", ...["breakthrough", "dao", "hexapawn", "threemensmorris"].map((name) => `../library/${name}.game`)];

/** The files under a folder, as paths from `root` with slashes. */
function files(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (["node_modules", ...TESTS].includes(path) || entry.name.startsWith(".")) return [];
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
    const lines = [...EXAMPLES, ...files("").sort()].map((path) => {
      const hash = bytesToHex(blake3(readFileSync(join(root, path))));
      return `${hash}  ${path}\n`;
    });
    writeFileSync(join(folder, "SOURCES.blake3"), lines.join(""));
  },
};

/** The view that each of the pages begins with. */
const VIEWS = { "index.html": "Catalogue", "play.html": "Game", "puzzles.html": "Puzzles", "make.html": "Make", "unknown.html": "Unknown" };

/**
 * A visitor waits for one view: each gets a page of its own that names the view's scripts and styles, so that
 * the browser fetches them at once and not only when the first script asks for them.
 */
const entrances = {
  name: "entrances",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      // The pages are at several depths, so that they name things from the root.
      const html = bundle["index.html"].source.replaceAll('="./', '="/');
      for (const [fileName, view] of Object.entries(VIEWS)) {
        const chunks = new Set();
        const add = (name) => {
          if (chunks.has(name)) return;
          chunks.add(name);
          bundle[name].imports.forEach(add);
        };
        add(Object.keys(bundle).find((name) => bundle[name].facadeModuleId?.endsWith(`/${view}.svelte`)));
        const styles = [...chunks].flatMap((name) => [...bundle[name].viteMetadata.importedCss]);
        const links = [
          ...[...chunks].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
          ...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
        ].filter((link) => !html.includes(/"\/assets.*"/.exec(link)[0]));
        const source = html.replace(/\s*<\/head>/, links.map((link) => `\n    ${link}`).join("") + "\n  </head>");
        if (fileName === "index.html") bundle[fileName].source = source;
        else this.emitFile({ type: "asset", fileName, source });
      }
    },
  },
};

export default defineConfig({
  // Scripts find one another wherever the page is: `hindsight site` writes it for any folder of any server.
  base: "./",
  plugins: [svelte(), entrances, seal],
  build: {
    outDir: page,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // What all boards have in common is one file: a dozen small ones would weigh more, by their headers. Not in it are
    // the texts that not every view needs.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "board", test: /web\/src\/(?!gametexts|latertexts|words\/(game|later)\.)/, minShareCount: 3 }] } } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/art": "http://127.0.0.1:8000" } },
});
