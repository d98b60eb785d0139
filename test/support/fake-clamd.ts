import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';

/** Bytes that the fake daemon reports as a virus. */
export const VIRUS = 'PLINTH-TEST-VIRUS';

/** Response of the fake daemon to a file. */
export type Behaviour =
  | 'scans'
  | 'silent'
  | 'closes at once'
  | 'closes mid-write'
  | { answers: string }
  | { answersEarly: string }
  | { limit: number }
  | { waitsFor: Promise<unknown> };

const LENGTH_BYTES = 4;

/** Parses the chunks of INSTREAM, each of which follows its length. The last one is empty. */
function readChunks(data: Buffer) {
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; at + LENGTH_BYTES <= data.length; ) {
    const length = data.readUInt32BE(at);
    if (length === 0) return { size, file: Buffer.concat(parts) };
    const part = data.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length);
    parts.push(part);
    size += part.length;
    at += LENGTH_BYTES + length;
  }
  return { size };
}

/** Starts a daemon with clamd's wire protocol and configurable failures, on a TCP port or a Unix socket in `folder`. */
export async function startFakeClamd(folder?: string) {
  let behaviour: Behaviour = 'scans';
  let connections = 0;
  const scanned: Buffer[] = [];
  const sockets = new Set<Socket>();

  async function respond(socket: Socket, file: Buffer): Promise<void> {
    const now = behaviour;
    scanned.push(file);
    if (now === 'silent') return;
    if (typeof now === 'object' && 'answers' in now) return void socket.end(now.answers);
    if (typeof now === 'object' && 'waitsFor' in now) await now.waitsFor;
    socket.end(file.includes(VIRUS) ? 'stream: Test.Virus FOUND\0' : 'stream: OK\0');
  }

  function receive(socket: Socket, data: Buffer): void {
    const { size, file } = readChunks(data);
    if (behaviour === 'closes mid-write' && size > 0) socket.destroy();
    else if (typeof behaviour === 'object' && 'limit' in behaviour && size > behaviour.limit) {
      // Responds and closes the connection while the client is still sending, like clamd.
      socket.write('INSTREAM size limit exceeded. ERROR\0', () => socket.destroy());
    } else if (file) void respond(socket, file);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    connections += 1;
    if (behaviour === 'closes at once') return void socket.end();
    if (typeof behaviour === 'object' && 'answersEarly' in behaviour)
      return void socket.end(behaviour.answersEarly);
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(0);
      const command = received.toString('latin1', 0, end);
      if (command === 'zINSTREAM') receive(socket, received.subarray(end + 1));
      if (command === 'zVERSION') socket.end('ClamAV 1.4.6/27800/Sat Nov 21 09:00:00 2026\0');
      if (command === 'zPING' && behaviour !== 'silent') socket.end('PONG\0');
    });
  });
  server.listen(
    folder === undefined ? { host: '127.0.0.1', port: 0 } : { path: path.join(folder, 'clamd.sock') },
  );
  await once(server, 'listening');
  const address = server.address();
  return {
    url: typeof address === 'string' ? `unix:${address}` : `tcp://127.0.0.1:${address?.port}`,
    behave: (next: Behaviour): void => {
      behaviour = next;
    },
    /** Returns the number of connections so far. */
    connections: () => connections,
    /** Completely received files. */
    scanned,
    openConnections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeClamd = Awaited<ReturnType<typeof startFakeClamd>>;
