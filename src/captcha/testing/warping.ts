import { FEATURES } from './cepstra.ts';

/** A number of this file: one that is looked up in another module slows the innermost loop down tenfold in tests. */
const SIZE = FEATURES;

/** A digit as it may sound, as features. */
export type Template = { digit: string; features: Float64Array };

/** What a frame costs in addition that is drawn out or skipped, in shares of its distance. */
const BEND = 0.05;
/** How many frames at either edge of a template may be missing. */
const LOOSE = 3;
/** What a frame within a digit costs at most, in prices of noise: a gap in a digit is filled with noise. */
const GAP_PRICE = 1.5;

/** The best way to have heard some digits up to each frame: its cost, the last digit, and where that began. */
type Level = { costs: Float64Array; digits: Int32Array; starts: Int32Array };
/** The best way into each frame of each template. */
type Paths = { costs: Float64Array; starts: Int32Array };

function distance(a: Float64Array, from: number, b: Float64Array, other: number): number {
  let sum = 0;
  for (let at = 0; at < SIZE; at += 1) sum += ((a[from + at] ?? 0) - (b[other + at] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

const unreachable = (length: number): Float64Array => new Float64Array(length).fill(Number.POSITIVE_INFINITY);

const newLevel = (frames: number): Level => ({
  costs: unreachable(frames + 1),
  digits: new Int32Array(frames + 1),
  starts: new Int32Array(frames + 1),
});

/** The digits of the cheapest way to the end, found from the last to the first. */
function heardAt(levels: readonly Level[], end: number): string {
  let heard = '';
  let at = end;
  for (const level of levels.slice(1).reverse()) {
    heard = `${level.digits[at] ?? ''}${heard}`;
    at = level.starts[at] ?? 0;
  }
  return heard;
}

/**
 * Dynamic time warping of all templates along a whole sound at once: the cheapest way to hear exactly so many digits in it, with
 * noise before, between and after them. A frame of noise costs `price` times what it differs from the likest frame of `noise`.
 */
export function createWarping(templates: readonly Template[], noise: Float64Array) {
  const all = Float64Array.from(templates.flatMap((template) => [...template.features]));
  const states = all.length / SIZE;
  let end = 0;
  const ranges = templates.map((template) => {
    const start = end;
    end += template.features.length / SIZE;
    return { digit: Number(template.digit), start, end };
  });

  const costOfNoise = (sound: Float64Array, frame: number): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < noise.length; at += SIZE)
      least = Math.min(least, distance(sound, frame * SIZE, noise, at));
    return least;
  };

  /** One more frame for all templates, each entered from `before` and left into `after`. */
  const advance = (near: Float64Array, frame: number, paths: Paths, before: Level, after: Level): void => {
    const { costs, starts } = paths;
    const entry = before.costs[frame] ?? 0;
    for (const range of ranges) {
      for (let state = range.end - 1; state >= range.start; state -= 1) {
        const own = near[state] ?? 0;
        const bend = BEND * own;
        let least = (costs[state] ?? 0) + bend;
        let start = starts[state] ?? 0;
        if (state > range.start && (costs[state - 1] ?? 0) < least) {
          least = costs[state - 1] ?? 0;
          start = starts[state - 1] ?? 0;
        }
        if (state > range.start + 1 && (costs[state - 2] ?? 0) + bend < least) {
          least = (costs[state - 2] ?? 0) + bend;
          start = starts[state - 2] ?? 0;
        }
        if (state < range.start + LOOSE && entry < least) {
          least = entry;
          start = frame;
        }
        costs[state] = least + own;
        starts[state] = start;
        if (state >= range.end - LOOSE && least + own < (after.costs[frame + 1] ?? 0)) {
          after.costs[frame + 1] = least + own;
          after.digits[frame + 1] = range.digit;
          after.starts[frame + 1] = start;
        }
      }
    }
  };

  return (sound: Float64Array, digits: number, price: number): string => {
    const frames = sound.length / SIZE;
    const levels = Array.from({ length: digits + 1 }, () => newLevel(frames));
    levels[0]?.costs.fill(0, 0, 1);
    const paths = Array.from({ length: digits }, (): Paths => {
      return { costs: unreachable(states), starts: new Int32Array(states) };
    });
    const near = new Float64Array(states);
    for (let frame = 0; frame < frames; frame += 1) {
      const noisy = costOfNoise(sound, frame);
      for (let state = 0; state < states; state += 1)
        near[state] = Math.min(GAP_PRICE * noisy, distance(sound, frame * SIZE, all, state * SIZE));
      for (const level of levels) {
        level.costs[frame + 1] = (level.costs[frame] ?? 0) + price * noisy;
        level.digits[frame + 1] = level.digits[frame] ?? 0;
        level.starts[frame + 1] = level.starts[frame] ?? 0;
      }
      paths.forEach((path, at) => {
        const [before, after] = [levels[at], levels[at + 1]];
        if (before && after) advance(near, frame, path, before, after);
      });
    }
    return heardAt(levels, frames);
  };
}
