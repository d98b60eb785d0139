import { createServer, type Socket } from 'node:net';
import path from 'node:path';

/** Bytes that the fake daemon reports as a virus. */
export const VIRUS = 'PLINTH-TEST-VIRUS';

/** Response of the fake daemon to a file. */
export type Behaviour =
  | 'scans'
  | 'silent'
  | 'takes nothing'
  | 'closes at once'
  | 'closes mid-write'
  | 'resets'
  | { answers: string }
  | { answersEarly: string }
  | { splits: readonly string[] }
  | { limit: number }
  | { waitsFor: Promise<unknown> };

const COMMAND_END = 0;
const LENGTH_BYTES = 4;
const PIECE_DELAY_MS = 5;

/** Parses the chunks of INSTREAM. `feed` returns true after the last one. */
function streamReader() {
  const parts: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let missing = 0;
  let size = 0;
  const take = (bytes: number): Buffer => {
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return taken;
  };
  return {
    bytes: () => Buffer.concat(parts),
    size: () => size,
    feed(chunk: Buffer): boolean {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (;;) {
        const part = take(missing);
        if (part.length > 0) parts.push(part);
        missing -= part.length;
        size += part.length;
        if (missing > 0 || rest.length < LENGTH_BYTES) return false;
        missing = take(LENGTH_BYTES).readUInt32BE();
        if (missing === 0) return true;
      }
    },
  };
}

const verdictOf = (bytes: Buffer): string =>
  bytes.includes(VIRUS) ? 'stream: Test.Virus FOUND\0' : 'stream: OK\0';

/** Resets a TCP connection. Unix sockets cannot be reset. */
const reset = (socket: Socket) => (socket.remoteAddress ? socket.resetAndDestroy() : socket.destroy());

async function sendPieces(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, PIECE_DELAY_MS));
  }
  socket.end();
}

/** Starts a daemon with clamd's wire protocol and configurable failures, on a TCP port or a Unix socket in `folder`. */
export async function startFakeClamd(folder?: string, at: { port?: number } = {}) {
  let behaviour: Behaviour = 'scans';
  let connections = 0;
  const scanned: Buffer[] = [];
  const sockets = new Set<Socket>();

  function respondEarly(socket: Socket): boolean {
    if (behaviour === 'closes at once') socket.end();
    else if (behaviour === 'resets') reset(socket);
    else if (typeof behaviour === 'object' && 'answersEarly' in behaviour) socket.end(behaviour.answersEarly);
    else return false;
    return true;
  }

  async function respond(socket: Socket, bytes: Buffer): Promise<void> {
    const now = behaviour;
    scanned.push(bytes);
    if (now === 'silent') return;
    if (typeof now === 'object' && 'answers' in now) return void socket.end(now.answers);
    if (typeof now === 'object' && 'splits' in now) return sendPieces(socket, now.splits);
    if (typeof now === 'object' && 'waitsFor' in now) await now.waitsFor;
    socket.end(verdictOf(bytes));
  }

  /** Returns a handler of the data after INSTREAM. */
  function readFile(socket: Socket): (chunk: Buffer) => void {
    const reader = streamReader();
    return (chunk) => {
      const isWhole = reader.feed(chunk);
      if (behaviour === 'closes mid-write' && reader.size() > 0) socket.destroy();
      else if (typeof behaviour === 'object' && 'limit' in behaviour && reader.size() > behaviour.limit) {
        // Responds and closes the connection while the client is still sending, like clamd.
        socket.write('INSTREAM size limit exceeded. ERROR\0', () => socket.destroy());
      } else if (isWhole) void respond(socket, reader.bytes());
    };
  }

  function handleCommand(socket: Socket, command: string): ((chunk: Buffer) => void) | undefined {
    if (command === 'zINSTREAM') return readFile(socket);
    if (command === 'zVERSION') socket.end('ClamAV 1.4.6/27800/Sat Nov 21 09:00:00 2026\0');
    if (command === 'zPING' && behaviour !== 'silent') socket.end('PONG\0');
    return undefined;
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    connections += 1;
    if (respondEarly(socket)) return;
    if (behaviour === 'takes nothing') return void socket.pause();
    let read: ((chunk: Buffer) => void) | undefined;
    socket.on('data', (chunk: Buffer) => {
      if (read) return read(chunk);
      const end = chunk.indexOf(COMMAND_END);
      read = handleCommand(socket, chunk.subarray(0, end).toString());
      read?.(chunk.subarray(end + 1));
    });
  });
  const place =
    folder === undefined
      ? { host: '127.0.0.1', port: at.port ?? 0 }
      : { path: path.join(folder, 'clamd.sock') };
  await new Promise<void>((resolve) => server.listen(place, resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: typeof address === 'string' ? `unix:${address}` : `tcp://127.0.0.1:${port}`,
    port,
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
