import { seconds } from './sound.ts';

/** Two hops are a window, which holds two or more periods of every voice. */
const HOP = seconds(0.012);
const WINDOW = 2 * HOP;
/** How far a window may be moved, and the steps in which it is moved and compared. */
const REACH = seconds(0.006);
const STEP = 4;

const HANN = Float64Array.from({ length: WINDOW }, (_, at) => {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW);
});

/** The place near `wanted` that sounds most like the one at `natural`. */
function bestPlace(samples: Float64Array, natural: number, wanted: number): number {
  let best = wanted;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let place = Math.max(0, wanted - REACH); place <= wanted + REACH; place += STEP) {
    let likeness = 0;
    for (let at = 0; at < HOP; at += STEP)
      likeness += (samples[natural + at] ?? 0) * (samples[place + at] ?? 0);
    if (likeness > greatest) [best, greatest] = [place, likeness];
  }
  return best;
}

/**
 * A sound at a pace that may change with the share that has gone by; its pitch stays. Windows are taken from it at another
 * distance than they are put together at, each moved to where it continues the last one best (WSOLA).
 */
export function stretched(samples: Float64Array, paceAt: (share: number) => number): Float64Array {
  const windows = [0];
  for (let wanted = 0; ; ) {
    wanted += HOP * paceAt(wanted / samples.length);
    if (wanted + WINDOW > samples.length) break;
    windows.push(bestPlace(samples, (windows.at(-1) ?? 0) + HOP, Math.round(wanted)));
  }
  const result = new Float64Array((windows.length + 1) * HOP);
  windows.forEach((from, window) => {
    for (let at = 0; at < WINDOW; at += 1) {
      const place = window * HOP + at;
      result[place] = (result[place] ?? 0) + (samples[from + at] ?? 0) * (HANN[at] ?? 0);
    }
  });
  return result;
}
