// Plays every legal move of a position on the page, by clicks at the points where a person would click.

import type { Page } from "playwright-core";
import type { Position } from "../src/api";
import { type Button, type Point, type Scene, entities } from "../src/scene";

/** One move as it was made: where was clicked, in units of the scene, and the position that came of it. */
export interface Made {
  points: (Point | null)[];
  position: string;
}

export interface Report {
  made: Made[];
  /** Targets that a finger cannot hit, or that something else covers. */
  faults: string[];
}

/**
 * Clicks through everything that can be clicked in the position that the page shows. A move changes the
 * address; here it is only noted where to, so that the page stays where it is and all moves can be tried.
 */
export async function playEverything(page: Page): Promise<Report> {
  return page.evaluate(async () => {
    interface Click {
      key: string;
      listed: boolean;
    }
    const FINGER = 24;
    const report: { made: { points: ([number, number] | null)[]; position: string }[]; faults: string[] } = { made: [], faults: [] };
    const home = location.href;
    let gone: string | undefined;
    history.pushState = (_state, _title, address) => {
      gone = new URL(String(address), home).searchParams.get("p") ?? "";
    };
    const svg = () => document.querySelector<SVGSVGElement>(".board > svg")!;
    const marks = () => [...document.querySelectorAll<SVGGElement>(".board [data-target]")];
    const lists = () => [...document.querySelectorAll<HTMLElement>('.pile button, [aria-label="Other moves"] button')];
    // A message comes sooner than a timer, which browsers delay; what a click changes is drawn before either.
    const { port1: bell, port2: ear } = new MessageChannel();
    const breath = () =>
      new Promise((resolve) => {
        ear.onmessage = resolve;
        bell.postMessage(null);
      });
    const until = async (what: string, check: () => boolean) => {
      const begin = Date.now();
      while (!check()) {
        if (Date.now() - begin > 30_000) throw new Error(`${location.href}: ${what} did not come`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const found = async <T>(what: string, find: () => T | undefined): Promise<T> => {
      await until(what, () => find() !== undefined);
      return find()!;
    };
    /** What can be clicked that leads on. */
    const open = (): Click[] => {
      const holds = svg().dataset.held === "place";
      const pile = document.querySelector(".pile") !== null;
      const onBoard = marks().filter((mark) => !pile && !(holds && mark.hasAttribute("aria-pressed")));
      return [
        ...onBoard.map((mark) => ({ key: mark.getAttribute("data-target")!, listed: false })),
        ...lists().filter((button) => !pile || button.closest(".pile")).filter(() => !holds).map((button) => ({ key: button.textContent!.trim(), listed: true })),
      ];
    };
    const click = async ({ key, listed }: Click): Promise<[number, number] | null> => {
      if (listed) {
        const button = await found(key, () => lists().find((one) => one.textContent!.trim() === key));
        const { width, height } = button.getBoundingClientRect();
        if (width < FINGER || height < FINGER) report.faults.push(`${key}: ${width} x ${height}`);
        button.click();
        return null;
      }
      const mark = await found(key, () => marks().find((one) => one.getAttribute("data-target") === key));
      const area = mark.querySelector(".reach")!;
      area.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = area.getBoundingClientRect();
      if (width < FINGER - 0.01 || height < FINGER - 0.01) report.faults.push(`${key}: ${width.toFixed(1)} x ${height.toFixed(1)}`);
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(x, y);
      if (hit?.closest("[data-target]") !== mark) report.faults.push(`${key} is covered by ${hit?.outerHTML.slice(0, 80)}`);
      const at = new DOMPoint(x, y).matrixTransform(svg().getScreenCTM()!.inverse());
      hit?.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x, clientY: y }));
      return [at.x, at.y];
    };
    const escape = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    const state = () => JSON.stringify(open());
    await until("the board", () => open().length > 0);
    const rest = state();
    /** Makes clicks from rest on; says where, and whether a move was played. */
    const follow = async (path: Click[]) => {
      const points: ([number, number] | null)[] = [];
      for (const one of path) {
        points.push(await click(one));
        await breath();
      }
      return points;
    };
    const comeBack = async () => {
      gone = undefined;
      for (let parts = 0; parts < 4 && state() !== rest; parts++) {
        escape();
        await breath();
      }
      await until("rest", () => state() === rest);
    };
    const explore = async (path: Click[]): Promise<void> => {
      if (path.length > 6) throw new Error(`${home}: no end to ${JSON.stringify(path)}`);
      for (const next of open()) {
        await comeBack();
        const points = await follow([...path, next]);
        if (gone !== undefined) report.made.push({ points, position: gone });
        else await explore([...path, next]);
      }
    };
    await explore([]);
    await comeBack();
    // The page's own again.
    delete (history as Partial<History>).pushState;
    return report;
  });
}

/** The places at which each move must have been clicked: several where one is as good as another. */
export function expected(scene: Scene, position: Position): Map<string, Point[][][]> {
  const found = new Map<string, Point[][][]>();
  const middle = (from: Point, to: Point, part: number): Point => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  const clicksOf = (button: Button, picture: string[], begun: boolean): Point[][][] => {
    const at = (center: number) => {
      const name = scene.names[center];
      const same = name ? scene.centers.filter((_, other) => scene.names[other] === name) : [scene.centers[center]!];
      return same;
    };
    switch (button.kind) {
      case "spot":
      case "text":
        // A spot on what can be taken up is clicked twice.
        return [[at(button.center)], [at(button.center), at(button.center)]];
      case "arrow":
        if ((picture[button.from] ?? "-") === "-") return [[[middle(scene.centers[button.from]!, scene.centers[button.to]!, 0.36)]]];
        return begun ? [[at(button.to)], [at(button.from), at(button.to)]] : [[at(button.from), at(button.to)]];
      case "line":
        if (!scene.linesByEnds) return [[[middle(scene.centers[button.from]!, scene.centers[button.to]!, 0.5)]]];
        return [[at(button.from), at(button.to)], [at(button.to), at(button.from)]];
      case "curve":
      case "listed":
        return [[]];
    }
  };
  const walk = (stage: number, ways: Point[][][], begun: boolean): void => {
    const { picture, buttons } = position.stages[stage]!;
    for (const { button, move, stage: next } of buttons) {
      const on = ways.flatMap((way) => clicksOf(button, entities(picture), begun).map((clicks) => [...way, ...clicks]));
      if (move != null) found.set(position.moves[move]!.move, on);
      else if (next != null) walk(next, on, true);
    }
  };
  walk(0, [[]], false);
  return found;
}
