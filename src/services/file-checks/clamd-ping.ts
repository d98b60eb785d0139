import { connect, type NetConnectOpts } from 'node:net';

/** How long the daemon may take to say that it is there, in milliseconds. */
const PATIENCE_MS = 3000;

/** The longest answer to these commands that is read, in bytes. */
const MAX_ANSWER_BYTES = 1024;

/** Where a `CLAMD_URL` leads: `tcp://host:port` or `unix:/path`. */
export function clamdAddress(url: string): NetConnectOpts {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) };
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port) };
}

/**
 * Asks a ClamAV daemon one of its commands without a body, in its NUL-terminated form, and gives its answer. Rejects where
 * it cannot be reached, takes too long or says too much.
 */
export function askClamd(
  url: string,
  command: 'PING' | 'VERSION',
  patienceMs = PATIENCE_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(clamdAddress(url));
    let answer = '';
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no answer in ${patienceMs} ms`)));
    socket.once('connect', () => socket.write(`z${command}\0`));
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (answer.length > MAX_ANSWER_BYTES) socket.destroy(new Error('an answer without an end'));
      else if (answer.includes('\0')) socket.end();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      if (answer.includes('\0')) resolve(answer.slice(0, answer.indexOf('\0')));
      else reject(new Error('closed without an answer'));
    });
  });
}
