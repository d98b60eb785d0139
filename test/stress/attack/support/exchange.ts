import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How long the site may take to answer while the machine is busy: longer is a hang. */
const PATIENCE_MS = 60_000;
/** Between two pieces, so that they are read one by one. */
const PAUSE_MS = 50;
const HEAD_END = '\r\n\r\n';

/** Result of bytes on their own connection. `status` is missing if it was closed without a response. */
export type Answer = { status?: number; head: string; text: string; closedBy: 'site' | 'us' };

type Sending = {
  /** Called when all is written: the line is cut when it resolves, unless the site has answered by then. */
  cutAfter?: () => Promise<unknown>;
};

/** Writes bytes as they are, in one piece or several, and reads the first whole answer. Rejects where there is no end. */
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
  // The site may close the line while there is still something to write.
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

/** The first answer that is not a provisional one; nothing while it is not whole, unless nothing more comes. */
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
