/** @module-tag matrix */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { createLimitedServer, HTTP_LIMITS } from '../../src/http/http-limits.ts';
import { MULTIPART } from '../support/multipart.ts';
import { bodyOf, field, file, type Headers, headBytes } from './support/bodies.ts';
import { draftIdOf, expectTidy, openDescriptors } from './support/traces.ts';
import { ownSite, SAME_ORIGIN, visitorOf } from './support/visitors.ts';

const guard = { ...HTTP_LIMITS, minBodyBytes: 200, bodyIntervalMs: 400 };
const TICK_MS = 50;
const STRETCHES = 4;
/** Of a steady line a stretch sees eight of these; of a trickling one no more than eight bytes. */
const STEADY = 'x'.repeat(100);
const TRICKLE = 'x';

async function listen(listener: RequestListener): Promise<number> {
  const server = createLimitedServer(listener, guard);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A line that remembers what it was told and when it was closed. */
async function lineTo(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  const line = { socket, said: '', isClosed: false };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    line.said += chunk.toString('latin1');
  });
  socket.once('close', () => {
    line.isClosed = true;
  });
  return line;
}

type Line = Awaited<ReturnType<typeof lineTo>>;

const said = (line: Line, text: string) =>
  expect.poll(() => line.said, { timeout: 10_000, interval: TICK_MS }).toContain(text);
const closed = (line: Line) =>
  expect.poll(() => line.isClosed, { timeout: 10_000, interval: TICK_MS }).toBe(true);

async function writeSlowly(line: Line, text: string, times: number): Promise<void> {
  for (let count = 0; count < times && !line.isClosed; count += 1) {
    line.socket.write(text);
    await wait(TICK_MS);
  }
}

const TIMES = (STRETCHES * guard.bodyIntervalMs) / TICK_MS;

/** Reads a body, answers with its size after a while, and remembers why one was not read. */
async function guardedServer(answerAfterMs = 0) {
  const failures: Error[] = [];
  const read: RequestHandler = async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    await wait(answerAfterMs);
    response.send(`${bytes} bytes`);
  };
  const note: ErrorRequestHandler = (error: Error, _request, _response, _next) => {
    failures.push(error);
  };
  const app = express();
  app.use(read, note);
  return { port: await listen(app), failures };
}

const post = (headers: Headers) => headBytes({ Connection: 'keep-alive', ...headers }, '/');

describe('a body that does not get on', () => {
  it.each([
    ['that never begins', '', 0],
    ['that stalls', STEADY, 2],
    ['that trickles', TRICKLE, TIMES],
  ])('%s is ended', async (_name, text, times) => {
    const { port, failures } = await guardedServer();
    const line = await lineTo(port);
    line.socket.write(post({ 'Content-Length': '100000' }));
    await writeSlowly(line, text, times);
    await closed(line);
    expect(line.said).toBe('');
    expect(failures.map(({ message }) => message)).toEqual(['requestTimeout']);
  });

  it('is ended as well where no length was said', async () => {
    const { port, failures } = await guardedServer();
    const line = await lineTo(port);
    line.socket.write(post({ 'Transfer-Encoding': 'chunked' }));
    await writeSlowly(line, '1\r\nx\r\n', 4);
    await closed(line);
    expect(failures).toHaveLength(1);
  });
});

describe('a body that gets on', () => {
  it('is read to its end, however long it takes', async () => {
    const { port, failures } = await guardedServer();
    const line = await lineTo(port);
    line.socket.write(post({ 'Content-Length': `${TIMES * STEADY.length}` }));
    await writeSlowly(line, STEADY, TIMES);
    await said(line, `${TIMES * STEADY.length} bytes`);
    expect(failures).toEqual([]);
  });

  it('is not ended once it is there, however long its answer takes', async () => {
    const { port, failures } = await guardedServer(STRETCHES * guard.bodyIntervalMs);
    const line = await lineTo(port);
    line.socket.write(post({ 'Content-Length': '3' }));
    line.socket.write('abc');
    await said(line, '3 bytes');
    expect(failures).toEqual([]);
    expect(line.isClosed).toBe(false);
  });

  it('leaves the line open, and each request of it is watched anew', async () => {
    const { port, failures } = await guardedServer();
    const line = await lineTo(port);
    line.socket.write(post({ 'Content-Length': '3' }));
    line.socket.write('abc');
    await said(line, '3 bytes');
    await wait(2 * guard.bodyIntervalMs);
    expect(line.isClosed).toBe(false);
    line.socket.write(post({ 'Content-Length': '4' }));
    await wait(TICK_MS);
    line.socket.write('defg');
    await said(line, '4 bytes');
    line.socket.write(post({ 'Content-Length': '5' }));
    await closed(line);
    expect(failures).toHaveLength(1);
  });

  it('may be without bytes', async () => {
    const { port } = await guardedServer(2 * guard.bodyIntervalMs);
    const line = await lineTo(port);
    line.socket.write(headBytes({}, '/', 'GET'));
    await said(line, '0 bytes');
  });
});

describe('an application that stalls', () => {
  it('keeps what had come, and leaves nothing behind', async () => {
    const site = await ownSite();
    const descriptors = await openDescriptors();
    const { client, cookie } = await visitorOf(site);
    const port = await listen(createApp(site.services));
    const body = bodyOf([
      field('companyName', '青禾科技'),
      file('whole.pdf', buildPdf()),
      file('half.pdf', buildPdf({ padding: 50_000 })),
    ]);
    const line = await lineTo(port);
    const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}`, Cookie: cookie };
    line.socket.write(headBytes({ ...headers, ...SAME_ORIGIN }));
    line.socket.write(body.subarray(0, body.length - 20_000));
    await closed(line);
    const id = draftIdOf(site, client);
    await expect.poll(() => site.store.drafts.fields(id)).toEqual({ companyName: '青禾科技' });
    expect((await site.store.drafts.files(id)).map(({ name }) => name)).toEqual(['whole.pdf']);
    await expectTidy(site, descriptors);
  });
});
