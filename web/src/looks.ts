// The looks that boards can have.

export type LookId = "usual" | "wood" | "slate" | "paper" | "contrast";

export interface Look {
  id: LookId;
  /** What black, white and the greys between them become, in equal steps; nothing where boards stay as they are. */
  colours: readonly string[];
}

export const LOOKS: readonly Look[] = [
  { id: "usual", colours: [] },
  { id: "wood", colours: ["#1c0f06", "#2c190b", "#4a2c14", "#6b4120", "#8a5a30", "#a97341", "#c68f58", "#e0b27c", "#f6e0bb"] },
  { id: "slate", colours: ["#10151b", "#1c252e", "#303c48", "#475563", "#60707f", "#7c8c9b", "#99a8b5", "#bac5ce", "#e8edf1"] },
  { id: "paper", colours: ["#1c1b19", "#33312d", "#55524b", "#787368", "#9a9487", "#bcb6a8", "#d9d4c8", "#f1eee5", "#fffefa"] },
  { id: "contrast", colours: ["#000000", "#000000", "#000000", "#101010", "#303030", "#b4b4b4", "#cccccc", "#ffffff", "#ffffff"] },
];
