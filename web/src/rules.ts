// What the server says of the text of rules.

import type { Picture, Scene } from "./scene";

export interface Mistake {
  /** Counted from 1, columns and length in characters. */
  line: number;
  column: number;
  length: number;
  message: string;
  advice: string | null;
}

export interface Rules {
  name: string;
  variant: string;
  variants: string[];
  /** The rules said back, a line each. */
  explanation: string;
  /** What was derived, in lines. */
  derived: string[];
  /** Why the game cannot be solved by this server. */
  too_large: string | null;
  start: string;
  moves: string[];
  moves_in_all: number;
  scene: Scene;
  start_picture: Picture;
}

export interface Told {
  mistake: Mistake | null;
  rules: Rules | null;
}

const READ = "/api/v1/rules";
const MAKE = "/api/v1/made";
const asked = (path: string, variant?: string) => (variant === undefined ? path : `${path}?${new URLSearchParams({ variant })}`);

/** Where a text is read, and where a game is made of it. */
export const readAddress = (variant?: string) => asked(READ, variant);
export const makeAddress = (variant?: string) => asked(MAKE, variant);
