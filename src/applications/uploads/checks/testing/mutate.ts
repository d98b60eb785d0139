import type { Random } from '../../../../../test/support/random.ts';

type Change = (content: Buffer, random: Random) => Buffer;

const edgeValues = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
/** Distance from the start or the end within which file formats store sizes and offsets. */
const EDGE_BYTES = 600;

const setRun = (content: Buffer, at: number, random: Random): Buffer =>
  content.fill(edgeValues[random(edgeValues.length)] ?? 0, at, Math.min(content.length, at + 1 + random(16)));

const changes: Change[] = [
  (content, random) => setRun(content, random(content.length), random),
  (content, random) => setRun(content, random(Math.min(content.length, EDGE_BYTES)), random),
  (content, random) => setRun(content, Math.max(0, content.length - 1 - random(EDGE_BYTES)), random),
  (content, random) => content.subarray(0, random(content.length)),
  (content, random) => {
    const [start, end] = [random(content.length), random(content.length)];
    return Buffer.concat([content.subarray(0, start), content.subarray(end)]);
  },
];

/** Returns a copy with one to three random changes: overwritten, cut, removed or repeated bytes. */
export function mutated(content: Buffer, random: Random): Buffer {
  let copy: Buffer = Buffer.from(content);
  for (let count = 1 + random(3); count > 0 && copy.length > 0; count -= 1)
    copy = changes[random(changes.length)]?.(copy, random) ?? copy;
  return copy;
}
