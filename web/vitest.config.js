// Two kinds of tests: `unit` of what does not draw, `browser` of the page as a visitor meets it.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { plugins: [svelte()], test: { name: "unit", dir: "tests", environment: "node" } },
      {
        test: {
          name: "browser",
          dir: "e2e",
          include: ["**/*.e2e.ts"],
          environment: "node",
          globalSetup: "e2e/shared.ts",
          testTimeout: 90_000,
          hookTimeout: 300_000,
          // While one test waits for something another one can go on; more than this and they wait for the processor.
          maxWorkers: 2,
          expect: { poll: { timeout: 10_000, interval: 20 } },
        },
      },
    ],
  },
});
