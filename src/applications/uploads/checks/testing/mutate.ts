import type { Random } from '../../../../../test/support/random.ts';

type Change = (content: Buffer, random: Random) => Buffer;

const edgeValues = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

const setBytes: Change = (content, random) => {
  for (let count = 1 + random(12); count > 0; count -= 1) content[random(content.length)] = random(256);
  return content;
};

const setRun: Change = (content, random) => {
  const start = random(content.length);
  return content.fill(
    edgeValues[random(edgeValues.length)] ?? 0,
    start,
    Math.min(content.length, start + 1 + random(16)),
  );
};

const cut: Change = (content, random) => content.subarray(0, random(content.length));

const drop: Change = (content, random) => {
  const start = random(content.length);
  return Buffer.concat([content.subarray(0, start), content.subarray(start + 1 + random(64))]);
};

const repeat: Change = (content, random) => {
  const start = random(content.length);
  return Buffer.concat([content.subarray(0, start + 1 + random(512)), content.subarray(start)]);
};

/** Changes bytes near the start or the end, where file formats store sizes and offsets. */
const setEdges: Change = (content, random) => {
  const reach = Math.min(content.length, 600);
  const at = random(2) === 0 ? random(reach) : content.length - 1 - random(reach);
  return content.fill(
    edgeValues[random(edgeValues.length)] ?? 0,
    at,
    Math.min(content.length, at + 1 + random(4)),
  );
};

const changes = [setBytes, setRun, cut, drop, repeat, setEdges, setEdges, setEdges];

/** Returns a copy with one to three random changes. */
export function mutated(content: Buffer, random: Random): Buffer {
  let copy: Buffer = Buffer.from(content);
  for (let count = 1 + random(3); count > 0 && copy.length > 0; count -= 1) {
    copy = (changes[random(changes.length)] ?? setBytes)(copy, random);
  }
  return copy;
}
