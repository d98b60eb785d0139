import type { Random } from '../../../support/random.ts';
import { headBytes } from './bodies.ts';
import { chunk, LAST_CHUNK } from './chunks.ts';
import type { Post } from './good-post.ts';

/** Bytes of a request. `isWhole`: the request is complete, so the site must respond. */
export type Framed = { bytes: Buffer; isWhole: boolean };

type Framing = (post: Post, body: Buffer, random: Random) => Framed;

const withLength = ({ headers, path }: Post, body: Buffer, length: number): Buffer =>
  Buffer.concat([headBytes({ ...headers, 'Content-Length': `${length}` }, path), body]);

/** Splits the body into chunks of one to a few thousand bytes, without the last, empty one. */
function chunks(body: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const piece = body.subarray(at, at + 1 + random(4000));
    pieces.push(chunk(piece));
    at += piece.length;
  }
  return pieces;
}

const CHUNKED = { 'Transfer-Encoding': 'chunked' };

function chunked({ headers, path }: Post, body: Buffer[]): Buffer {
  return Buffer.concat([headBytes({ ...headers, ...CHUNKED }, path), ...body]);
}

const exact: Framing = (post, body) => ({ bytes: withLength(post, body, body.length), isWhole: true });

/** Correct and false ways to declare the length of a body. */
export const framings: Readonly<Record<string, Framing>> = {
  exact,
  'too long a length': (post, body, random) => ({
    bytes: withLength(post, body, body.length + 1 + random(5000)),
    isWhole: false,
  }),
  'too short a length': (post, body, random) => ({
    bytes: withLength(post, body, random(body.length + 1)),
    isWhole: true,
  }),
  chunked: (post, body, random) => ({
    bytes: chunked(post, [...chunks(body, random), LAST_CHUNK]),
    isWhole: true,
  }),
  'chunks without an end': (post, body, random) => ({
    bytes: chunked(post, chunks(body, random)),
    isWhole: false,
  }),
  'a chunk of no size': (post, body, random) => ({
    bytes: chunked(post, [...chunks(body, random), Buffer.from('zz\r\n')]),
    isWhole: true,
  }),
  'a length beside chunks': ({ path, headers, parts }, body, random) => ({
    bytes: chunked({ path, parts, headers: { ...headers, 'Content-Length': `${body.length}` } }, [
      ...chunks(body, random),
      LAST_CHUNK,
    ]),
    isWhole: true,
  }),
  'no length at all': ({ headers, path }, body) => ({
    bytes: Buffer.concat([headBytes(headers, path), body]),
    isWhole: true,
  }),
};

/** Frames a POST, mostly with the correct length, so that the site reads the rest of a damaged request. */
export function framed(post: Post, body: Buffer, random: Random): Framed & { framing: string } {
  const all = Object.entries(framings);
  const [framing, frame] = (random(3) === 0 ? all[random(all.length)] : undefined) ?? ['exact', exact];
  return { framing, ...frame(post, body, random) };
}
