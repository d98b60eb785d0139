import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Maximum response time of the site on a busy machine. Beyond it, the site hangs. */
const MAX_WAIT_MS = 60_000;
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
export async function exchange(
  port: number,
  bytes: Uint8Array | readonly Uint8Array[],
  { cutAfter }: Sending = {},
): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  let received: Buffer = Buffer.alloc(0);
  let closedBy: Answer['closedBy'] = 'site';
  const end = () => {
    closedBy = 'us';
    socket.destroy();
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, MAX_WAIT_MS);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (readAnswer(received)) socket.destroy();
  });
  // The site may close the connection before everything is written.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const [index, piece] of (bytes instanceof Uint8Array ? [bytes] : bytes).entries()) {
    if (index > 0) await wait(PAUSE_MS);
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  }
  void cutAfter?.().then(end);
  await closed;
  clearTimeout(timer);
  if (isLate) throw new Error(`no response in ${MAX_WAIT_MS} ms`);
  return { head: '', text: '', ...readAnswer(received, true), closedBy };
}

/** Parses the first final response. Returns undefined while it is incomplete, unless `isAll`. */
function readAnswer(received: Buffer, isAll = false): Pick<Answer, 'status' | 'head' | 'text'> | undefined {
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
