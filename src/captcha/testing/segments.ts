import type { Bitmap } from './bitmap.ts';

/** Columns of a picture, both included. */
export type Box = { left: number; right: number };

/** Fewer columns than any digit has. */
const CRUMB = 6;

export const widthOf = ({ left, right }: Box): number => right - left + 1;

const isInked = ({ width, height, ink }: Bitmap, column: number): boolean =>
  Array.from({ length: height }, (_, row) => ink[row * width + column]).includes(1);

/** Runs of columns that hold ink. */
function runs(bitmap: Bitmap): Box[] {
  const boxes: Box[] = [];
  for (let x = 0; x < bitmap.width; x += 1) {
    if (!isInked(bitmap, x)) continue;
    const last = boxes.at(-1);
    if (last?.right === x - 1) last.right = x;
    else boxes.push({ left: x, right: x });
  }
  return boxes.filter((box) => widthOf(box) >= CRUMB);
}

/** How many digits each run holds: one, and more for the widest as long as digits are missing. */
function sharesOf(boxes: readonly Box[], digits: number): number[] {
  const shares = boxes.map(() => 1);
  for (let missing = digits - boxes.length; missing > 0 && boxes.length > 0; missing -= 1) {
    const each = boxes.map((box, at) => widthOf(box) / (shares[at] ?? 1));
    const widest = each.indexOf(Math.max(...each));
    shares[widest] = (shares[widest] ?? 1) + 1;
  }
  return shares;
}

function split(box: Box, parts: number): Box[] {
  const step = widthOf(box) / parts;
  return Array.from({ length: parts }, (_, part) => ({
    left: Math.round(box.left + part * step),
    right: Math.round(box.left + (part + 1) * step) - 1,
  }));
}

/** Boxes for so many digits, from left to right: the widest runs of inked columns, split evenly where digits touch. */
export function segment(bitmap: Bitmap, digits: number): Box[] {
  const boxes = runs(bitmap)
    .sort((a, b) => widthOf(b) - widthOf(a))
    .slice(0, digits);
  const shares = sharesOf(boxes, digits);
  return boxes.flatMap((box, at) => split(box, shares[at] ?? 1)).sort((a, b) => a.left - b.left);
}
