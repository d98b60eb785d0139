import type { Spectrogram } from './mel.ts';

/** The frames of a digit, the last excluded. */
export type Part = { start: number; end: number };

/** Frames that a digit may take: 0.2 to 0.9 seconds. */
const SHORTEST = 12;
const LONGEST = 56;

/** How much louder than the middle of all frames each frame is, in powers of e. */
function excess(frames: Spectrogram): number[] {
  const logs = frames.map((frame) => Math.log(frame.reduce((sum, power) => sum + power, 1e-6)));
  const [least = 0, most = 0] = [Math.min(...logs), Math.max(...logs)];
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return logs.map((log) => log - Math.max(mean, (least + most) / 2));
}

type Best = { gain: number; parts: Part[] };

/** So many parts of a sound, of a digit's length each, that are the loudest together. */
export function loudParts(frames: Spectrogram, count: number): Part[] {
  const sums = [0];
  for (const value of excess(frames)) sums.push((sums.at(-1) ?? 0) + value);
  const gainOf = (start: number, end: number): number => (sums[end] ?? 0) - (sums[start] ?? 0);
  let best = sums.map((): Best => ({ gain: 0, parts: [] }));
  for (let found = 0; found < count; found += 1) {
    const next: Best[] = [];
    for (let end = 0; end < sums.length; end += 1) {
      let own = next[end - 1] ?? { gain: Number.NEGATIVE_INFINITY, parts: [] };
      for (let length = SHORTEST; length <= Math.min(LONGEST, end); length += 1) {
        const before = best[end - length];
        const gain = (before?.gain ?? 0) + gainOf(end - length, end);
        if (before && gain > own.gain) own = { gain, parts: [...before.parts, { start: end - length, end }] };
      }
      next.push(own);
    }
    best = next;
  }
  return best.at(-1)?.parts ?? [];
}
