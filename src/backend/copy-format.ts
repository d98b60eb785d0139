import { createHash } from 'node:crypto';

/** A backend's answer as it came, and when (milliseconds since 1970). */
export type AnswerCopy = { body: Buffer; storedAt: number };

/** The first word of each file; another format has another number, and a folder of its own. */
const FORMAT = 'plinth-answer 1';
const HEAD = /^(?<format>[\w -]+) (?<digest>[\w-]{43})$/u;
const NEWLINE = 10;

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

/** An answer as it is written to a file: the format with a digest of all that follows, the time, the answer's bytes. */
export function writeCopy({ body, storedAt }: AnswerCopy): Buffer {
  const rest = Buffer.concat([Buffer.from(`${storedAt}\n`), body]);
  return Buffer.concat([Buffer.from(`${FORMAT} ${digestOf(rest)}\n`), rest]);
}

/** Reads a file back. Throws where it is of another format, or is not as it was written. */
export function readCopy(file: Buffer): AnswerCopy {
  const headEnd = file.indexOf(NEWLINE);
  const head = HEAD.exec(file.subarray(0, Math.max(0, headEnd)).toString('latin1'))?.groups;
  if (!head) throw new Error('no copy of an answer');
  if (head.format !== FORMAT) throw new Error(`another format: ${head.format}`);
  const rest = file.subarray(headEnd + 1);
  if (digestOf(rest) !== head.digest) throw new Error('not as it was written');
  const timeEnd = rest.indexOf(NEWLINE);
  return { storedAt: Number(rest.subarray(0, timeEnd).toString()), body: rest.subarray(timeEnd + 1) };
}
