import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Site } from '../../support/site.ts';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 10;

/** How a visitor's line ends: as when the browser is closed, or as when the network goes away. */
export type Cut = 'closed' | 'reset';

/** When it ends: once nothing that was written is left to work on, or as soon as the site has begun to read. */
export type Moment = 'when idle' | 'at once';

/** Writes bytes, cuts the line and waits until the site has seen that. */
export async function cutOff(site: Site, bytes: Buffer, cut: Cut, moment: Moment): Promise<void> {
  const socket = connect(site.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const [theirs, request] = [nextSocket(site), nextRequest(site)];
  socket.write(bytes);
  const line = await theirs;
  const ended = new Promise((resolve) => line.once('close', resolve));
  if (moment === 'at once') await until(async () => line.bytesRead > 0, 'the site does not read');
  else await until(async () => isRead(line, await request, bytes.length), 'the site does not read on');
  if (cut === 'reset') socket.resetAndDestroy();
  else socket.destroy();
  await ended;
}

const nextSocket = ({ target }: Site) =>
  new Promise<Socket>((resolve) => target.once('connection', (socket: Socket) => resolve(socket)));
const nextRequest = ({ target }: Site) =>
  new Promise<IncomingMessage>((resolve) =>
    target.once('request', (request: IncomingMessage) => resolve(request)),
  );

const isRead = (line: Socket, request: IncomingMessage, bytes: number): boolean =>
  line.bytesRead === bytes && request.readableLength === 0 && request.readableFlowing === true;

/** Waits for something to hold twice in a row: what was read last may still be on its way to its place. */
async function until(holds: () => Promise<boolean>, complaint: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let times = 0; times < 2; ) {
    times = (await holds()) ? times + 1 : 0;
    if (Date.now() > deadline) throw new Error(complaint);
    await wait(PAUSE_MS);
  }
}
