import type { Bitmap } from './bitmap.ts';
import type { Box } from './segments.ts';
import { widthOf } from './segments.ts';

const CELL = { width: 16, height: 24 } as const;

/** A digit's ink at one size, around its mean. */
export type Cell = Float64Array;

/** The first and the last row that hold ink between two columns. */
function rowsOf({ width, height, ink }: Bitmap, { left, right }: Box): [top: number, bottom: number] {
  const rows = Array.from({ length: height }, (_, row) => row).filter((row) =>
    ink.subarray(row * width + left, row * width + right + 1).includes(1),
  );
  return [rows[0] ?? 0, rows.at(-1) ?? 0];
}

/** What stands between two columns, cut to its ink. */
export function cellOf(bitmap: Bitmap, box: Box): Cell {
  const [top, bottom] = rowsOf(bitmap, box);
  const cell = Float64Array.from({ length: CELL.width * CELL.height }, (_, at) => {
    const x = box.left + Math.floor((((at % CELL.width) + 0.5) * widthOf(box)) / CELL.width);
    const y = top + Math.floor(((Math.floor(at / CELL.width) + 0.5) * (bottom - top + 1)) / CELL.height);
    return bitmap.ink[y * bitmap.width + x] ?? 0;
  });
  const mean = cell.reduce((sum, value) => sum + value, 0) / cell.length;
  return cell.map((value) => value - mean);
}

const dot = (a: Cell, b: Cell): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** How alike two cells are, from -1 to 1. */
export const likeness = (a: Cell, b: Cell): number => dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
