import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { freePort } from '../support/listen.ts';

const SERVER = path.resolve(import.meta.dirname, '../../dist/server.js');

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-start-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Settings of a store at a port of this machine. */
const storeAt = (port: number) => ({
  S3_BUCKET: 'files',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'the key',
  S3_SECRET_ACCESS_KEY: 'the secret of the key',
  SESSION_SECRET: 'a secret of the tests only',
});

/** All that a start says until it ends by itself, workers included. */
async function failedStart(workers: number, environment: Record<string, string>) {
  const site = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      WEB_CONCURRENCY: `${workers}`,
      ...environment,
    },
  });
  const ended = new Promise<number | null>((resolve) => site.once('close', resolve));
  const [out, error, code] = await Promise.all([text(site.stdout), text(site.stderr), ended]);
  return { code, lines: (out + error).trim().split('\n') };
}

it.each([1, 2])(
  'a port that is in use is said in one line, and is the end, with WEB_CONCURRENCY=%d',
  async (workers) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { code, lines } = await failedStart(workers, { PORT: `${(other.address() as AddressInfo).port}` });
    other.close();
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"starting"');
    expect(lines[1]).toContain('EADDRINUSE');
  },
);

it.each([1, 2])(
  'a database that cannot be used is said in one line without its password, with WEB_CONCURRENCY=%d',
  async (workers) => {
    // The answer of a PostgreSQL without TLS to who asks for it.
    const server = createTcpServer((socket) => void socket.once('data', () => socket.end('N')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, lines } = await failedStart(workers, {
      PORT: '0',
      DATABASE_URL: `postgres://plinth:hidden@127.0.0.1:${port}/plinth?sslmode=require`,
      SESSION_SECRET: 'a secret of all machines',
    });
    server.close();
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`DATABASE_URL: 127.0.0.1:${port}/plinth: The server does not support SSL`);
    expect(lines.join()).not.toContain('hidden');
  },
);

it.each([1, 2])(
  'an S3 store that cannot be used is named by its setting, with WEB_CONCURRENCY=%d',
  async (workers) => {
    const server = createServer((_request, response) => void response.writeHead(403).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, lines } = await failedStart(workers, { PORT: '0', ...storeAt(port) });
    server.close();
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('S3_ENDPOINT: the server does not list the bucket');
    expect(lines.join()).not.toMatch(/the key|the secret/u);
  },
);

it.each([1, 2])(
  'a database and a store that are away are no end: pages are served, with WEB_CONCURRENCY=%d',
  async (workers) => {
    const port = await freePort();
    await using site = await startDemoSite({
      environment: {
        WEB_CONCURRENCY: `${workers}`,
        DATABASE_URL: `postgres://plinth:hidden@127.0.0.1:${port}/plinth`,
        ...storeAt(port),
      },
    });
    expect((await fetch(`${site.base}/en`)).status).toBe(200);
    const said = site.stdout.join('\n');
    expect(said).toContain(`DATABASE_URL: 127.0.0.1:${port}/plinth: connect ECONNREFUSED`);
    expect(said).toContain('S3_ENDPOINT: the store does not respond (ECONNREFUSED)');
    expect(said).not.toContain('hidden');
  },
);

it('settings that are wrong are said together, once for all processes', async () => {
  const { code, lines } = await failedStart(2, { PORT: 'x', WEB_CONCURRENCY: '0' });
  expect(code).toBe(1);
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(['The', 'PORT', 'WEB_CONCURRENCY']);
});

it.each([1, 2])(
  'a list of old addresses with faults is the end, each said by its line, with WEB_CONCURRENCY=%d',
  async (workers) => {
    const file = path.join(dataDir, 'redirects.txt');
    await writeFile(file, '# Old addresses\n/a /b\n/b /a\n/c\n');
    const { code, lines } = await failedStart(workers, { PORT: '0', REDIRECTS_FILE: file });
    expect(code).toBe(1);
    expect(lines.map((line) => line.trim())).toEqual([
      'The settings are wrong:',
      'REDIRECTS_FILE line 2: is a loop: /a → /b → /a',
      'REDIRECTS_FILE line 3: is a loop: /b → /a → /b',
      'REDIRECTS_FILE line 4: must be a legacy path and a target',
    ]);
  },
);

it.each([1, 2])(
  'a site that cannot start is the end, and is not tried again, with WEB_CONCURRENCY=%d',
  async (workers) => {
    await writeFile(path.join(dataDir, 'session-secret'), 'short');
    const { code, lines } = await failedStart(workers, { PORT: '0' });
    expect(code).toBe(1);
    expect(lines.some((line) => line.includes('contains no valid secret'))).toBe(true);
    expect(lines.filter((line) => line.includes('replaced'))).toEqual([]);
  },
);
