import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { siteForFile } from '../support/site-for-file.ts';
import { faultsOf } from './support/fair-answer.ts';
import { errorsIn } from './support/traces.ts';

const site = siteForFile();
const HOST = 'Host: site.example\r\n';
const NEXT = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;

/** All responses of a connection until the site closes it. */
async function conversation(bytes: string): Promise<string> {
  const socket = connect(site().port, '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  // A connection that is still open answers once more.
  socket.write(`GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
  await closed;
  return received;
}

const statuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, code]) => Number(code));

const faultsIn = (received: string) =>
  received.split(/(?=HTTP\/1\.1 \d{3} )/u).flatMap((answer) => {
    const [head = '', ...body] = answer.split('\r\n\r\n');
    return faultsOf({ status: Number(head.split(' ')[1]), head, text: body.join('\r\n\r\n') });
  });

const CHUNKED = 'Transfer-Encoding: chunked\r\n';

describe('a request with an ambiguous end', () => {
  it.each([
    `Content-Length: 6\r\n${CHUNKED}`,
    `${CHUNKED}Content-Length: 6\r\n`,
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Content-Length: 5, 6\r\n',
    'Content-Length: +5\r\n',
    'Content-Length : 5\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Transfer-Encoding:\r\n chunked\r\nContent-Length: 6\r\n',
    `X: y\n${CHUNKED}`,
    `X: y\r${CHUNKED}`,
    'Transfer-Encoding\u0000: chunked\r\n',
    `${CHUNKED}\r\nzz\r\n`,
    `${CHUNKED}\r\n10000000000000000\r\n`,
  ])('is a 400 that closes the connection: %j', async (headers) => {
    const form = `${HOST}Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
    const received = await conversation(`POST /apply HTTP/1.1\r\n${form}${headers}\r\n0\r\n\r\n${NEXT}`);
    expect(statuses(received)).toEqual([400]);
    expect(received).toMatch(/^connection: close/imu);
    expect(faultsIn(received)).toEqual([]);
  });

  it.each([
    `GET / HTTP/1.1\r\n${HOST}X Y: z\r\n`,
    `GET / HTTP/1.1\r\n${HOST}: z\r\n`,
    `GET / HTTP/1.1\r\n X: y\r\n${HOST}`,
    `GET /\r\n${HOST}`,
    `GET / HTTP/1.1x\r\n${HOST}`,
  ])('is a 400 and no later request is read: %j', async (head) => {
    const received = await conversation(`${head}\r\n${NEXT}`);
    expect([statuses(received), faultsIn(received)]).toEqual([[400], []]);
  });
});

describe('a complete request', () => {
  it.each([
    [
      'with a body that its route does not read',
      `GET / HTTP/1.1\r\n${HOST}Content-Length: ${NEXT.length}\r\n\r\n${NEXT}`,
    ],
    ['of HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
  ])('%s is answered, and closes the connection', async (_, bytes) => {
    const received = await conversation(bytes);
    expect(statuses(received)).toEqual([200]);
    expect(received).toMatch(/^connection: close/imu);
  });

  it('before an invalid one is answered alone', async () => {
    const received = await conversation(
      `GET /healthz HTTP/1.1\r\n${HOST}\r\nGET /x HTTP/1.1\r\nX Y: z\r\n\r\n${NEXT}`,
    );
    expect(statuses(received).filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(received).not.toContain('smuggled');
  });

  it('with an unknown expectation is answered', async () => {
    const received = await conversation(`GET / HTTP/1.1\r\n${HOST}Expect: wonders\r\n\r\n`);
    expect(statuses(received)).toEqual([200, 200]);
  });
});

it('none of these requests was an error of the site', () => {
  expect(errorsIn(site())).toEqual([]);
});
