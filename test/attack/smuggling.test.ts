import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { siteForFile } from '../support/site-for-file.ts';
import { faultsOf } from './support/fair-answer.ts';
import { errorsIn } from './support/traces.ts';

const site = siteForFile();
const HOST = 'Host: site.example\r\n';
const NEXT = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;
const FORM_HEADERS = `${HOST}Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
/** Bytes after a request with two contradictory lengths are not a second request. */
const AFTER = `0\r\n\r\n${NEXT}`;

/** All that comes back until the site closes the line, or nothing more does. */
async function conversation(...pieces: string[]): Promise<string> {
  const socket = connect(site().port, '127.0.0.1');
  let said = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1');
  });
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(piece, 'latin1');
  // A line that the site leaves open says so by answering once more.
  socket.write(`GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
  await closed;
  return said;
}

const statuses = (said: string): number[] =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, code]) => Number(code));

const answersOf = (said: string) =>
  said.split(/(?=HTTP\/1\.1 \d{3} )/u).map((answer) => {
    const [head = '', ...body] = answer.split('\r\n\r\n');
    return faultsOf({ status: Number(head.split(' ')[1]), head, text: body.join('\r\n\r\n') });
  });

describe('a request whose end could be told in two ways', () => {
  it.each<[string, string]>([
    [
      'a length beside chunks',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n${AFTER}`,
    ],
    [
      'chunks beside a length',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n${AFTER}`,
    ],
    [
      'two lengths',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${AFTER}`,
    ],
    ['two lengths in one', `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Content-Length: 5, 6\r\n\r\n${AFTER}`],
    ['a signed length', `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Content-Length: +5\r\n\r\n${AFTER}`],
    [
      'a length with a space before its colon',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Content-Length : 5\r\n\r\n${AFTER}`,
    ],
    [
      'an unknown coding',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Transfer-Encoding: xchunked\r\n\r\n${AFTER}`,
    ],
    [
      'a coding behind chunked',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Transfer-Encoding: chunked, identity\r\n\r\n${AFTER}`,
    ],
    [
      'a coding with a space before its colon',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Transfer-Encoding : chunked\r\n\r\n${AFTER}`,
    ],
    [
      'a folded coding',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Transfer-Encoding:\r\n chunked\r\nContent-Length: 6\r\n\r\n${AFTER}`,
    ],
    [
      'a header behind a bare line feed',
      `POST /apply HTTP/1.1\r\n${HOST}X: y\nTransfer-Encoding: chunked\r\n\r\n${AFTER}`,
    ],
    [
      'a header behind a bare carriage return',
      `POST /apply HTTP/1.1\r\n${HOST}X: y\rTransfer-Encoding: chunked\r\n\r\n${AFTER}`,
    ],
    ['a NUL in a header', `POST /apply HTTP/1.1\r\n${HOST}Transfer-Encoding\u0000: chunked\r\n\r\n${AFTER}`],
    [
      'a chunk of no size',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Transfer-Encoding: chunked\r\n\r\nzz\r\n${AFTER}`,
    ],
    [
      'a chunk whose size overflows',
      `POST /apply HTTP/1.1\r\n${FORM_HEADERS}Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n${AFTER}`,
    ],
    ['a header name with a space', `GET / HTTP/1.1\r\n${HOST}X Y: z\r\n\r\n${NEXT}`],
    ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: z\r\n\r\n${NEXT}`],
    ['a first header that is folded', `GET / HTTP/1.1\r\n X: y\r\n${HOST}\r\n${NEXT}`],
    ['no version', `GET /\r\n${HOST}\r\n${NEXT}`],
    ['a version that is none', `GET / HTTP/1.1x\r\n${HOST}\r\n${NEXT}`],
  ])('%s is refused, and what stands behind it is not read', async (_how, bytes) => {
    const said = await conversation(bytes);
    expect(statuses(said)).toEqual([400]);
    expect(said).toMatch(/^connection: close/imu);
    expect(answersOf(said).flat()).toEqual([]);
  });
});

describe('a request that is whole', () => {
  it('with a body that its route does not read is answered, and its line closed', async () => {
    const body = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;
    const said = await conversation(`GET / HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(statuses(said)).toEqual([200]);
    expect(said).toMatch(/^connection: close/imu);
  });

  it('for another server by its absolute address is answered by its path', async () => {
    const said = await conversation(`GET http://evil.example/nowhere HTTP/1.1\r\n${HOST}\r\n`);
    expect(statuses(said)).toEqual([404, 200]);
  });

  it('of HTTP/1.0 is answered, and its line closed', async () => {
    const said = await conversation('GET / HTTP/1.0\r\n\r\n');
    expect(statuses(said)).toEqual([200]);
    expect(said).toMatch(/^connection: close/imu);
  });

  it('but without a host is refused by a page, also if the page stands ready', async () => {
    await conversation(`GET / HTTP/1.1\r\n${HOST}\r\n`);
    const said = await conversation('GET / HTTP/1.1\r\n\r\n');
    expect(statuses(said)).toContain(400);
    expect(answersOf(said).flat()).toEqual([]);
  });

  it('is answered before an error of the one behind it, each as its own', async () => {
    const said = await conversation(
      `GET /healthz HTTP/1.1\r\n${HOST}\r\n`,
      `GET /x HTTP/1.1\r\nX Y: z\r\n\r\n${NEXT}`,
    );
    expect(statuses(said).filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(said).not.toContain('smuggled');
  });

  it('among more of a connection than wait in line ends it', async () => {
    const said = await conversation(`GET /search HTTP/1.1\r\n${HOST}\r\n`.repeat(500));
    expect(statuses(said).length).toBeLessThan(500);
  });

  it('with an expectation that nobody knows is answered', async () => {
    expect(statuses(await conversation(`GET / HTTP/1.1\r\n${HOST}Expect: wonders\r\n\r\n`))).toEqual([
      200, 200,
    ]);
  });
});

it('nothing of that was an error of the site', () => {
  expect(errorsIn(site())).toEqual([]);
});
