// The language of the page: the browser's, or the one that the visitor chose. English comes with the page; another
// language is fetched when it is spoken.

import { settings } from "./settings.svelte";
import { type Words, en } from "./words/en";

/** Each language by its own name, and where its texts are. */
export const LANGUAGES = {
  en: { name: "English", fetch: async (): Promise<Words> => en },
  de: { name: "Deutsch", fetch: (): Promise<Words> => import("./words/de").then(({ de }) => de) },
};
export type Language = keyof typeof LANGUAGES;

let present = $state.raw<Words>(en);

/** The texts in the language of the page. */
export function texts(): Words {
  return present;
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** The language that was chosen, or else the first that the browser asks for and the page has, or else English. */
export function languageOf(chosen: string, asked: readonly string[]): Language {
  return [chosen, ...asked.map((tag) => tag.toLowerCase().split("-")[0]!)].find(isLanguage) ?? "en";
}

/** The last language that was asked for: the answer to an earlier question may come later. */
let latest: Language = "en";

/** Speaks the language that the settings and the browser ask for; fails where its texts cannot be fetched. */
export async function speak(): Promise<void> {
  const language = languageOf(settings.language, navigator.languages);
  latest = language;
  const words = await LANGUAGES[language].fetch();
  if (latest !== language) return;
  present = words;
  document.documentElement.lang = words.locale;
}
