/** @module-tag matrix */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { createLimitedServer, HTTP_LIMITS } from '../../src/http/http-limits.ts';
import { MULTIPART } from '../support/multipart.ts';
import { bodyOf, field, file, type Headers, headBytes } from './support/bodies.ts';
import { draftIdOf, expectTidy, openDescriptors } from './support/traces.ts';
import { ownSite, SAME_ORIGIN, visitorOf } from './support/visitors.ts';

const limits = { ...HTTP_LIMITS, minBodyBytes: 200, bodyIntervalMs: 400 };
const TICK_MS = 50;
/** Writes during four intervals. */
const TICKS = (4 * limits.bodyIntervalMs) / TICK_MS;
const STEADY = 'x'.repeat(100);

async function listen(listener: RequestListener): Promise<number> {
  const server = createLimitedServer(listener, limits);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function connectTo(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  const state = { received: '', isClosed: false };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    state.received += chunk.toString('latin1');
  });
  socket.once('close', () => {
    state.isClosed = true;
  });
  return {
    state,
    write: (bytes: string | Buffer) => socket.write(bytes),
    async writeSlowly(text: string, times: number): Promise<void> {
      for (let count = 0; count < times && !state.isClosed; count += 1) {
        socket.write(text);
        await wait(TICK_MS);
      }
    },
    untilReceived: (text: string) => expect.poll(() => state.received).toContain(text),
    untilClosed: () => expect.poll(() => state.isClosed).toBe(true),
  };
}

/** A server that returns the length of a body after a delay. */
async function guardedServer(delayMs = 0) {
  const failures: string[] = [];
  const read: RequestHandler = async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    await wait(delayMs);
    response.send(`${bytes} bytes`);
  };
  const note: ErrorRequestHandler = (error: Error, _request, _response, _next) => {
    failures.push(error.message);
  };
  const connection = await connectTo(await listen(express().use(read, note)));
  return { ...connection, failures };
}

const post = (headers: Headers) => headBytes({ Connection: 'keep-alive', ...headers }, '/');

it.each([
  ['never begins', { 'Content-Length': '100000' }, '', 0],
  ['stalls', { 'Content-Length': '100000' }, STEADY, 2],
  ['trickles', { 'Content-Length': '100000' }, 'x', TICKS],
  ['trickles without a declared length', { 'Transfer-Encoding': 'chunked' }, '1\r\nx\r\n', 4],
])('a body that %s is ended', async (_name, headers, text, times) => {
  const server = await guardedServer();
  server.write(post(headers));
  await server.writeSlowly(text, times);
  await server.untilClosed();
  expect([server.state.received, server.failures]).toEqual(['', ['requestTimeout']]);
});

it('a body that makes progress is read to its end, however long it takes', async () => {
  const server = await guardedServer();
  server.write(post({ 'Content-Length': `${TICKS * STEADY.length}` }));
  await server.writeSlowly(STEADY, TICKS);
  await server.untilReceived(`${TICKS * STEADY.length} bytes`);
  expect(server.failures).toEqual([]);
});

it('a complete body is not ended by a slow response, and the next body of the connection is checked again', async () => {
  const server = await guardedServer(2 * limits.bodyIntervalMs);
  server.write(post({ 'Content-Length': '3' }));
  server.write('abc');
  await server.untilReceived('3 bytes');
  await wait(2 * limits.bodyIntervalMs);
  expect([server.failures, server.state.isClosed]).toEqual([[], false]);
  server.write(post({ 'Content-Length': '5' }));
  await server.untilClosed();
  expect(server.failures).toHaveLength(1);
});

it('an application that stalls stores what has arrived, and leaves nothing behind', async () => {
  const site = await ownSite();
  const descriptors = await openDescriptors();
  const { client, cookie } = await visitorOf(site);
  const connection = await connectTo(await listen(createApp(site.services)));
  const files = [file('whole.pdf', buildPdf()), file('half.pdf', buildPdf({ padding: 50_000 }))];
  const body = bodyOf([field('companyName', '青禾科技'), ...files]);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}`, Cookie: cookie };
  connection.write(headBytes({ ...headers, ...SAME_ORIGIN }));
  connection.write(body.subarray(0, body.length - 20_000));
  await connection.untilClosed();
  const id = draftIdOf(site, client);
  await expect.poll(() => site.store.drafts.fields(id)).toEqual({ companyName: '青禾科技' });
  expect((await site.store.drafts.files(id)).map(({ name }) => name)).toEqual(['whole.pdf']);
  await expectTidy(site, descriptors);
});
