/** A place in a picture or a glyph, y downwards. */
export type Point = readonly [x: number, y: number];

const STEPS = 8;

function isClosed(points: readonly Point[]): boolean {
  const [first, last] = [points[0], points.at(-1)];
  return points.length > 2 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

/** A value of the Catmull-Rom curve between `b` and `c`, `t` from 0 to 1. */
const onCurve = (a: number, b: number, c: number, d: number, t: number): number =>
  b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));

/** A smooth curve through points, as many short straight steps. */
export function smooth(points: readonly Point[]): Point[] {
  const laps = points.length - 1;
  const closed = isClosed(points);
  const at = (index: number): Point => {
    const inside = closed ? (index + laps) % laps : Math.min(laps, Math.max(0, index));
    return points[inside] ?? [0, 0];
  };
  const between = (index: number, t: number): Point => {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    return [onCurve(a[0], b[0], c[0], d[0], t), onCurve(a[1], b[1], c[1], d[1], t)];
  };
  const steps = Array.from({ length: laps * STEPS }, (_, step) =>
    between(Math.floor(step / STEPS), (step % STEPS) / STEPS),
  );
  return [...steps, at(closed ? 0 : laps)];
}

/** SVG path data through points, to a hundredth of a pixel. */
export const pathData = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`;
