import { mutated } from '../../../../src/applications/uploads/checks/testing/mutate.ts';
import { BOUNDARY } from '../../../support/multipart.ts';
import type { Random } from '../../../support/random.ts';
import { pick } from './good-post.ts';

type Spoil = (body: Buffer, random: Random) => Buffer;

const DELIMITER = `--${BOUNDARY}`;

const brokenBoundaries = [
  '',
  '--',
  `-${BOUNDARY}`,
  `--${BOUNDARY.slice(1)}`,
  `--${BOUNDARY}x`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}-`,
  `--${BOUNDARY}\r`,
  `--${BOUNDARY}\r\n\r\n--${BOUNDARY}`,
  `\r\n--${BOUNDARY}\r\n--${BOUNDARY}`,
];

const lineEnds = ['\n', '\r', '\r\r\n', '\n\r', '', '\r\n\r\n'];

const asText = (body: Buffer): string => body.toString('latin1');
const asBytes = (text: string): Buffer => Buffer.from(text, 'latin1');

function spoilBoundary(body: Buffer, random: Random): Buffer {
  const pieces = asText(body).split(DELIMITER);
  const at = 1 + random(pieces.length - 1);
  const [before, behind] = [pieces.slice(0, at), pieces.slice(at)];
  return asBytes(before.join(DELIMITER) + pick(brokenBoundaries, random) + behind.join(DELIMITER));
}

function spoilLineEnds(body: Buffer, random: Random): Buffer {
  const end = pick(lineEnds, random);
  const isEvery = random(2) === 0;
  const lines = asText(body).split('\r\n');
  return asBytes(lines.map((line) => line + (isEvery || random(8) === 0 ? end : '\r\n')).join(''));
}

/** Ways to damage the bytes of a body. */
export const bodySpoils: Readonly<Record<string, Spoil>> = {
  bytes: mutated,
  'cut short': (body, random) => body.subarray(0, random(body.length)),
  boundary: spoilBoundary,
  'line ends': spoilLineEnds,
  'more behind its end': (body, random) => Buffer.concat([body, body.subarray(0, random(body.length))]),
  'noise before and behind': (body, random) => {
    const noise = mutated(Buffer.from('noise\r\n'.repeat(20)), random);
    return Buffer.concat([noise, body, noise, body]);
  },
};
