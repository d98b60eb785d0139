import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Maximum response time of the site on a busy machine. Beyond it, the site hangs. */
const PATIENCE_MS = 60_000;
/** Pause between two pieces, so that they are read one by one. */
const PAUSE_MS = 50;
const HEAD_END = '\r\n\r\n';

/** Result of bytes on their own connection. `status` is missing if it was closed without a response. */
export type Answer = { status?: number; head: string; text: string; closedBy: 'site' | 'us' };

type Sending = {
  /** Called after the last write. Closes the connection when it resolves, unless the site has already responded. */
  cutAfter?: () => Promise<unknown>;
};

/** Writes bytes unchanged, in one or more pieces, and returns the first complete response. Rejects after a timeout. */
export function exchange(
  port: number,
  bytes: Uint8Array | readonly Uint8Array[],
  { cutAfter }: Sending = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const socket = connect(port, '127.0.0.1');
  let received: Buffer = Buffer.alloc(0);
  let closedBy: Answer['closedBy'] = 'site';

  const end = (by: Answer['closedBy']) => {
    closedBy = by;
    socket.destroy();
  };
  const timer = setTimeout(() => {
    reject(new Error(`no answer in ${PATIENCE_MS} ms`));
    end('us');
  }, PATIENCE_MS);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (readAnswer(received)) socket.destroy();
  });
  // The site may close the connection before everything is written.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearTimeout(timer);
    resolve({ head: '', text: '', ...readAnswer(received, true), closedBy });
  });
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
  writeAll(socket, pieces)
    .then(() => cutAfter?.().then(() => end('us')))
    .catch(reject);
  return promise;
}

async function writeAll(socket: Socket, pieces: readonly Uint8Array[]): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await wait(PAUSE_MS);
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  }
}

type Read = Pick<Answer, 'status' | 'head' | 'text'>;

/** Parses the first final response. Returns undefined while it is incomplete, unless `isAll`. */
function readAnswer(received: Buffer, isAll = false): Read | undefined {
  const text = received.toString('latin1');
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = text.slice(0, headEnd);
  const bodyStart = headEnd + HEAD_END.length;
  const status = Number(/^HTTP\/1\.1 (\d{3})/u.exec(head)?.[1]);
  if (status < 200) return readAnswer(received.subarray(bodyStart), isAll);
  const body = received.subarray(bodyStart);
  return isAll || isWhole(head, body) ? { status, head, text: body.toString('utf8') } : undefined;
}

function isWhole(head: string, body: Buffer): boolean {
  const length = /^content-length: *(\d+)/imu.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return /^transfer-encoding: *chunked/imu.test(head) && body.toString('latin1').endsWith(`0${HEAD_END}`);
}
