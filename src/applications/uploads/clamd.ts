import { connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const CONNECT_TIMEOUT_MS = 2000;
/** Maximum time until the daemon reads the next chunk. */
const IDLE_TIMEOUT_MS = 5000;
/** Maximum response length. Signature names have a few dozen characters. */
const MAX_RESPONSE_CHARACTERS = 4096;

const LENGTH_BYTES = 4;
const END = '\0';
const CLOSED = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

export type ClamdAddress = { path: string } | { host: string; port: number };

const UNIX = 'unix:';

/** Parses `tcp://host:port` or `unix:/path`, which the settings have validated. */
export function readClamdUrl(url: string): ClamdAddress {
  if (url.startsWith(UNIX)) return { path: url.slice(UNIX.length) };
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port) };
}

/** The daemon does not respond. The message is a short reason for the log. */
export class ClamdError extends Error {}

/** `isWhole`: the daemon had received the whole file when it responded. */
type StreamResponse = { text: string; isWhole: boolean };

export type OpenFile = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

/** Sends a one-word command such as `PING`. Rejects with a `ClamdError`. */
export const sendCommand = (address: ClamdAddress, command: string): Promise<string> =>
  converse(address, [commandBytes(command)], AbortSignal.timeout(CONNECT_TIMEOUT_MS + IDLE_TIMEOUT_MS));

/** Sends a file with INSTREAM (clamd(8)). Rejects with a `ClamdError`, even if the signal aborts, or with the source's error. */
export async function instream(
  address: ClamdAddress,
  open: OpenFile,
  signal: AbortSignal,
): Promise<StreamResponse> {
  let isWhole = false;
  async function* parts() {
    yield commandBytes('INSTREAM');
    for await (const chunk of await open()) {
      if (chunk.length === 0) continue;
      yield lengthPrefix(chunk.length);
      yield chunk;
    }
    isWhole = true;
    yield lengthPrefix(0);
  }
  const text = await converse(address, parts(), signal);
  return { text, isWhole };
}

/** With the prefix z, commands and responses end with a zero byte. */
const commandBytes = (command: string): Buffer => Buffer.from(`z${command}${END}`);

function lengthPrefix(bytes: number): Buffer {
  const prefix = Buffer.alloc(LENGTH_BYTES);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads the response even if the daemon closes the connection early. Only the signal limits the scan after the last part. */
async function converse(address: ClamdAddress, parts: Parts, signal: AbortSignal): Promise<string> {
  if (signal.aborted) throw new ClamdError('took too long');
  const socket = addAbortSignal(signal, connect(address)).setEncoding('utf8');
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => {
    socket.destroy(new ClamdError(socket.connecting ? 'unreachable' : 'stopped reading'));
  });
  socket.once('connect', () => socket.setTimeout(IDLE_TIMEOUT_MS));
  pipeline(parts, socket, { end: false }).then(
    () => socket.setTimeout(0),
    (error: Error) => socket.destroy(error),
  );
  return new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith(END)) resolve(text.slice(0, -END.length));
      else if (text.length > MAX_RESPONSE_CHARACTERS) socket.destroy(new ClamdError('unclear answer'));
    });
    socket.on('error', (error) => reject(toClamdError(error)));
    for (const event of ['end', 'close']) socket.once(event, () => reject(new ClamdError('closed early')));
  }).finally(() => socket.destroy());
}

/** Returns file errors unchanged. */
function toClamdError(failure: NodeJS.ErrnoException): Error {
  if (failure.name === 'AbortError') return new ClamdError('took too long');
  if (failure.syscall === 'connect' || failure.syscall === 'getaddrinfo')
    return new ClamdError('unreachable');
  return CLOSED.includes(failure.code ?? '') ? new ClamdError('closed early') : failure;
}

/** `held`: not scanned, because of the daemon or the file. `reason` and `signature` are for the log. */
export type Verdict =
  | { scan: 'clean' }
  | { scan: 'infected'; signature: string }
  | { scan: 'held'; reason: string; cause: 'daemon' | 'file' };

const FOUND = /^stream: (?<signature>.+) FOUND$/u;
const TOO_LARGE = 'INSTREAM size limit exceeded';

/** Signatures of files beyond limits (`AlertExceedsMax`) or with a password (`AlertEncrypted`). */
const INCOMPLETE = /^Heuristics\.(?:Limits\.Exceeded|Encrypted)(?:\.|$)/u;

/** Parses a response to INSTREAM. Only the exact text `stream: OK` for the whole file means clean. */
export function readVerdict({ text, isWhole }: StreamResponse): Verdict {
  if (text.startsWith(TOO_LARGE)) return hold('StreamMaxLength is too small', 'file');
  if (!isWhole) return hold('answered too early', 'daemon');
  if (text === 'stream: OK') return { scan: 'clean' };
  const signature = FOUND.exec(text)?.groups?.signature;
  if (signature === undefined) return hold('unclear answer', 'daemon');
  return INCOMPLETE.test(signature) ? hold(signature, 'file') : { scan: 'infected', signature };
}

export const hold = (reason: string, cause: 'daemon' | 'file'): Verdict => ({
  scan: 'held',
  reason,
  cause,
});
