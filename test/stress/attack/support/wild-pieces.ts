import type { Random } from '../../../support/random.ts';
import { words } from '../../../support/words.ts';
import { FORM, type Headers } from './bodies.ts';
import { pick } from './good-post.ts';

/** An upload that the site has created, and the cookie of its owner. */
export type BegunUpload = { url: string; cookie: string };

const UPLOADS = `${FORM}/uploads`;
const methods = words('POST POST PATCH PATCH PATCH HEAD DELETE OPTIONS GET PUT');
const versions = ['1.0.0', '1.0.0', '1.0.0', '1.0.0', '0.2.2', '1.0.0, 1.0.0', ''];
const numbers = [
  ...words('0 0 0 1 1024 4096 5000 65536 10485760 10485761 -1 1e3 0x10 99999999999999999999 00 NaN'),
  '',
  ' 5',
];
const metadata = [
  'filename cmVwb3J0LnBkZg==',
  'filename cmVwb3J0LnBkZg==,lastModified MTcwMDAwMDAwMDAwMA==',
  'filename Li4vLi4vZXRjL3Bhc3N3ZC5wZGY=',
  'filename YQ0KU2V0LUNvb2tpZTogYT1iLnBkZg==',
  'filename AGEucGRm',
  'filename !!!',
  'filename',
  '__proto__ eA==,constructor eA==',
  `filename ${'QUJD'.repeat(2000)}`,
  ',,,',
  '',
];
const bodies = [0, 5, 1024, 5000, 70_000].map((bytes) => Buffer.alloc(bytes, '%PDF-1.7 '));
const strangeIds = ['x', '..', '%2e%2e', '%00', 'a'.repeat(3000), '__proto__', '../files', 'x/y'];

/** Builds a tus request with random errors for an existing upload, possibly another visitor's, or a missing one. */
export function wildPiece(cookie: string, begun: readonly BegunUpload[], random: Random) {
  const method = pick(methods, random);
  const known = begun.length > 0 && random(4) > 0 ? pick(begun, random) : undefined;
  const own = random(5) === 0 ? cookie : known?.cookie;
  const body = method === 'HEAD' || method === 'GET' ? Buffer.alloc(0) : pick(bodies, random);
  const headers: Headers = {
    Host: '127.0.0.1',
    Connection: 'close',
    Cookie: own ?? cookie,
    'Tus-Resumable': pick(versions, random),
    'Content-Length': `${body.length}`,
    ...(random(6) > 0 && { 'Sec-Fetch-Site': 'same-origin' }),
    ...(random(4) > 0 && { 'Content-Type': 'application/offset+octet-stream' }),
    ...(method === 'POST'
      ? { 'Upload-Length': pick(numbers, random), 'Upload-Metadata': pick(metadata, random) }
      : { 'Upload-Offset': pick(numbers, random) }),
    ...(random(10) === 0 && { 'X-HTTP-Method-Override': pick(methods, random) }),
    ...(random(10) === 0 && { 'HX-Request': 'true' }),
  };
  const target = method === 'POST' ? UPLOADS : (known?.url ?? `${UPLOADS}/${pick(strangeIds, random)}`);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return { said: `piece: ${method} ${target.slice(0, 80)}`, bytes: Buffer.concat([Buffer.from(head), body]) };
}

/** Returns the `Location` of a created upload. */
export const begunAt = (head: string): string | undefined => /^location: (\S+)$/imu.exec(head)?.[1];
