// The looks that boards can have; BoardThemes.svelte has their colours.

export const LOOKS = ["usual", "wood", "slate", "paper", "contrast"] as const;

export type LookId = (typeof LOOKS)[number];
