import { expect, test } from "vitest";
import { DAILY, before, dayOf } from "../src/daily";
import { after, read } from "../src/progress";

test("every day has a game, the same all day, and all games come round", () => {
  expect(dayOf(new Date(2026, 10, 18, 0, 5))).toEqual(dayOf(new Date(2026, 10, 18, 23, 55)));
  expect(dayOf(new Date(2026, 10, 18))).toMatchObject({ seed: 20261118, date: "2026-11-18" });
  const games = Array.from({ length: DAILY.length }, (_, day) => dayOf(new Date(2027, 0, 1 + day)));
  expect(new Set(games.map(({ game, variant }) => `${game} ${variant}`)).size).toBe(DAILY.length);
  expect(before("2027-01-01")).toBe("2026-12-31");
});

test("days in a row are counted, and a day counts once", () => {
  let progress = after(read(null), "chess", true, "2026-11-17");
  progress = after(progress, "chess", true, "2026-11-18");
  expect(progress).toEqual({ games: { chess: { found: 2, missed: 0 } }, day: "2026-11-18", streak: 2 });
  expect(after(progress, "chess", true, "2026-11-18")).toEqual(progress);
  expect(after(progress, "chess", true, "2026-11-20").streak).toBe(1);
  expect(after(progress, "chess", false, "2026-11-19").streak).toBe(0);
  expect(after(progress, "nim", false).games.nim).toEqual({ found: 0, missed: 1 });
});

test("what a browser kept is read as far as it makes sense", () => {
  expect(read("{")).toEqual({ games: {}, day: "", streak: 0 });
  expect(read('{"games":{"a":{"found":1,"missed":0},"b":{"found":-1,"missed":0},"c":3},"day":7,"streak":"x"}')).toEqual({ games: { a: { found: 1, missed: 0 } }, day: "", streak: 0 });
});
