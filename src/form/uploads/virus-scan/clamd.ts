import { connect, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How long the daemon may take to take a connection, and to take the next piece of a file, in milliseconds. */
const CONNECT_MS = 2000;
const IDLE_MS = 5000;

/** The parts in which a file is sent, in bytes. */
export const CHUNK_BYTES = 64 * 1024;

/** The longest answer that is read, in characters: the names of signatures have some dozens. */
const MAX_ANSWER = 4096;

const LENGTH_BYTES = 4;
const END = '\0';
const CLOSED = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Where a daemon listens, as node:net takes it. */
export type ClamdAddress = { path: string } | { host: string; port: number };

const UNIX = 'unix:';

/** Reads `tcp://host:port` or `unix:/path`, as the settings have checked it. */
export function readClamdUrl(url: string): ClamdAddress {
  if (url.startsWith(UNIX)) return { path: url.slice(UNIX.length) };
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port) };
}

/** Why the daemon gave no answer: the message says it in a word or two, for the log. */
export class ClamdFailure extends Error {}

/** `isWhole`: the daemon had been sent all of the file when it answered. */
export type StreamAnswer = { text: string; isWhole: boolean };

/** Asks a command of one word, such as `PING`. Rejects with a `ClamdFailure`, also when the signal fires. */
export const ask = (
  address: ClamdAddress,
  command: string,
  signal = AbortSignal.timeout(CONNECT_MS + IDLE_MS),
): Promise<string> => converse(address, [commandBytes(command)], signal);

/**
 * Sends a file by INSTREAM (clamd(8)) as fast as the daemon takes it, and gives its answer without judging it. Rejects
 * with a `ClamdFailure`, also when the signal fires, and with the source's own failure.
 */
export async function instream(
  address: ClamdAddress,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<StreamAnswer> {
  let isWhole = false;
  async function* parts() {
    yield commandBytes('INSTREAM');
    for await (const chunk of source) {
      if (chunk.length === 0) continue;
      yield lengthOf(chunk.length);
      yield chunk;
    }
    isWhole = true;
    yield lengthOf(0);
  }
  const text = await converse(address, parts(), signal);
  return { text, isWhole };
}

/** A command that begins with z ends with a zero byte, and so does its answer. */
const commandBytes = (command: string): Buffer => Buffer.from(`z${command}${END}`);

function lengthOf(bytes: number): Buffer {
  const prefix = Buffer.alloc(LENGTH_BYTES);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function converse(address: ClamdAddress, parts: Parts, signal: AbortSignal): Promise<string> {
  if (signal.aborted) throw new ClamdFailure('took too long');
  const socket = addAbortSignal(signal, connect(address));
  limitSilence(socket);
  const answer = readAnswer(socket);
  pipeline(parts, socket, { end: false }).then(
    () => socket.setTimeout(0),
    (error: Error) => socket.destroy(error),
  );
  return answer.finally(() => socket.destroy());
}

/** After the file comes the scan itself, which only the signal ends. */
function limitSilence(socket: Socket): void {
  socket.setTimeout(CONNECT_MS, () => {
    socket.destroy(new ClamdFailure(socket.connecting ? 'unreachable' : 'took nothing'));
  });
  socket.once('connect', () => socket.setTimeout(IDLE_MS));
}

/** Also where the daemon ends the connection in the middle of a file: then it may have said why. That can get lost on the line. */
const readAnswer = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.endsWith(END)) resolve(text.slice(0, -END.length));
      else if (text.length > MAX_ANSWER) socket.destroy(new ClamdFailure('unclear answer'));
    });
    socket.on('error', (error) => reject(asFailure(error)));
    for (const event of ['end', 'close']) socket.once(event, () => reject(new ClamdFailure('closed early')));
  });

/** Failures of the line in words; others, such as the disk's, stay what they are. */
function asFailure(failure: NodeJS.ErrnoException): Error {
  if (failure.name === 'AbortError') return new ClamdFailure('took too long');
  if (failure.syscall === 'connect' || failure.syscall === 'getaddrinfo')
    return new ClamdFailure('unreachable');
  return CLOSED.has(failure.code ?? '') ? new ClamdFailure('closed early') : failure;
}
