// The texts of the page Make a game, in German.

import type { MakeWords } from "./make.en";

const digits = new Intl.NumberFormat("de");

export const make: MakeWords = {
  lead: "Schreiben Sie die Regeln auf: Das Brett entsteht beim Tippen, und das Spiel wird gelöst, damit Sie es spielen können.",
  text: "Regeln",
  examples: "Beispiele",
  open: "Datei öffnen",
  download: "Herunterladen",
  copy: "Link kopieren",
  copied: "Link kopiert: Der ganze Text steht darin.",
  notCopied: "Der Browser lässt die Seite nicht kopieren: Die Adresse dieser Seite ist der Link.",
  damaged: "Der Link ist beschädigt; hier ist stattdessen ein Beispiel.",
  place: (line: number, column: number) => `Zeile ${line}, Spalte ${column}:`,
  reading: "Wird gelesen",
  right: "Das sind Regeln eines Spiels.",
  correct: (word: string) => `„${word}“ schreiben`,
  show: "Zur Stelle",
  outcome: "Was aus den Regeln wird",
  variant: "Variante",
  start: (position: string) => `Das Brett am Anfang: ${position}`,
  play: "Lösen und spielen",
  statistics: "Statistik",
  elsewhere: "Laden Sie die Regeln herunter, um sie auf dem eigenen Rechner zu lösen.",
  moves: (number: number) => `${digits.format(number)} ${number === 1 ? "Zug" : "Züge"} am Anfang:`,
  derived: "Was daraus folgt",
  explanation: "Die Regeln nacherzählt",
};
