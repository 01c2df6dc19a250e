// The text board read as a grid, where it is one: rows named by numbers, columns by letters.

import type { Move } from "./api";

export interface Cell {
  name: string;
  piece: string;
}

export interface Grid {
  columns: string[];
  rows: { name: string; cells: Cell[] }[];
}

/** The grid that a text board draws; undefined for any other drawing. */
export function readGrid(board: string): Grid | undefined {
  const lines = board.split("\n").filter((line) => line.trim() !== "");
  const last = lines.pop();
  if (!last || lines.length === 0 || !/^\s+[a-z]( [a-z])*$/.test(last)) return undefined;
  const columns = last.trim().split(" ");
  const rows: Grid["rows"] = [];
  for (const line of lines) {
    const [name, ...pieces] = line.trim().split(/ +/);
    if (!name || !/^\d+$/.test(name) || pieces.length !== columns.length) return undefined;
    if (pieces.some((piece) => piece.length !== 1)) return undefined;
    rows.push({ name, cells: pieces.map((piece, at) => ({ name: `${columns[at]}${name}`, piece })) });
  }
  return { columns, rows };
}

/** The cells that a move names, in order. */
export function cellsOf(move: Move): string[] {
  return move.move.split("-");
}

/** Whether all moves can be made by clicking one cell, or one and then another. */
export function isClickable(grid: Grid, moves: Move[]): boolean {
  const names = new Set(grid.rows.flatMap((row) => row.cells.map((cell) => cell.name)));
  const written = new Set(moves.map((move) => move.move));
  return (
    written.size === moves.length &&
    moves.every((move) => {
      const cells = cellsOf(move);
      return cells.length <= 2 && cells.every((cell) => names.has(cell));
    })
  );
}
