// The two servers that all browser tests share: starting one takes seconds, and what one file had solved
// need not be solved again for the next.

import type { TestProject } from "vitest/node";
import { serve } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    /** A server that solves small games when they are asked about. */
    solving: string;
    /** One that solves nothing: for what depends on the rules alone. */
    bare: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const [solving, bare] = await Promise.all([serve(), serve({ solveSlots: 0 })]);
  project.provide("solving", solving.address);
  project.provide("bare", bare.address);
  return () => {
    solving.close();
    bare.close();
  };
}
