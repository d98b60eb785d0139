import { once } from 'node:events';
import { connect } from 'node:net';
import { MAX_POST_BYTES, MEGABYTE } from '../../../../src/applications/rules/limits.ts';
import { BOUNDARY } from '../../../support/multipart.ts';
import { disposition } from './bodies.ts';

/** Returns the bytes of one chunk of a body without a declared length. */
export const chunk = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);

export const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Yields pieces of a body slightly over the limit, in `count` files. */
export function* endlessFiles(count: number): Generator<Buffer> {
  const piece = chunk(Buffer.alloc(MEGABYTE, 'x'));
  const opening = `\r\n--${BOUNDARY}\r\n${disposition('name="declareFile"; filename="endless.pdf"')}\r\n\r\n`;
  for (let index = 0; index < count; index += 1) {
    yield chunk(Buffer.from(opening));
    for (let bytes = 0; bytes <= MAX_POST_BYTES / count; bytes += MEGABYTE) yield piece;
  }
  yield chunk(Buffer.from(`\r\n--${BOUNDARY}--\r\n`));
  yield LAST_CHUNK;
}

/** Writes as fast as the site reads. Returns the status, or undefined if the site closed the connection without a response. */
export async function pour(
  port: number,
  head: Buffer,
  pieces: Iterable<Buffer>,
): Promise<number | undefined> {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (text) => {
    answer += text.toString('latin1');
  });
  socket.write(head);
  for (const piece of pieces) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  await closed;
  return Number(/^HTTP\/1\.1 (\d{3})/u.exec(answer)?.[1]) || undefined;
}
