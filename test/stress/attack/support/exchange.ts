import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** First response on a connection. `status` is missing if the site closed the connection without a response. */
export type Answer = { status?: number; head: string; text: string };

/**
 * Writes bytes unchanged on their own connection and returns the first complete response. `cutAfterMs`: time after which the
 * connection is closed, unless the site has already responded.
 */
export async function exchange(port: number, bytes: Uint8Array, cutAfterMs?: number): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (readAnswer(received)) socket.destroy();
  });
  // The site may close the connection before everything is written.
  socket.on('error', () => undefined);
  socket.write(bytes, () => cutAfterMs && setTimeout(() => socket.destroy(), cutAfterMs));
  await new Promise((resolve) => socket.once('close', resolve));
  return { head: '', text: '', ...readAnswer(received, true) };
}

/** Parses the first final response. Returns undefined while it is incomplete, unless `isAll`. */
function readAnswer(received: Buffer, isAll = false): Answer | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  const body = received.subarray(headEnd + HEAD_END.length);
  const status = Number(/^HTTP\/1\.1 (\d{3})/u.exec(head)?.[1]);
  if (status < 200) return readAnswer(body, isAll);
  return isAll || isWhole(head, body) ? { status, head, text: body.toString('utf8') } : undefined;
}

function isWhole(head: string, body: Buffer): boolean {
  const length = /^content-length: *(\d+)/imu.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return /^transfer-encoding: *chunked/imu.test(head) && body.toString('latin1').endsWith(`0${HEAD_END}`);
}
