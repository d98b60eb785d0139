/** @module-tag matrix */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { freePort, listen } from '../support/listen.ts';
import { itFirst } from '../support/matrix.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SERVER = path.resolve(import.meta.dirname, '../../dist/server.js');
/** Several workers first: their primary must end with them. */
const WORKERS = [2, 1];

const s3At = (port: number) => ({
  S3_BUCKET: 'files',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'the key',
  S3_SECRET_ACCESS_KEY: 'the secret of the key',
  SESSION_SECRET: 'a secret of the tests only',
});

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder('start');
  onTestFinished(() => folder.remove());
  return folder.path;
}

/** A server that ends with the test. */
async function serverWith(listener: RequestListener): Promise<number> {
  const { port, close } = await listen(createServer(listener));
  onTestFinished(close);
  return port;
}

/** Output and exit code of a start that fails. */
async function failedStart(workers: number, environment: Record<string, string>) {
  const site = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: await dataFolder(),
      WEB_CONCURRENCY: `${workers}`,
      ...environment,
    },
  });
  const ended = new Promise<number | null>((resolve) => site.once('close', resolve));
  const [out, error, code] = await Promise.all([text(site.stdout), text(site.stderr), ended]);
  return { code, lines: (out + error).trim().split('\n') };
}

itFirst(1, WORKERS)('a port in use ends the start with one line (WEB_CONCURRENCY=%d)', async (workers) => {
  const PORT = `${await serverWith(() => undefined)}`;
  const { code, lines } = await failedStart(workers, { PORT });
  // A fatal line is written before those that are still buffered.
  expect([code, lines.toSorted()]).toEqual([
    1,
    [expect.stringContaining('"starting"'), expect.stringContaining('EADDRINUSE')],
  ]);
});

itFirst(1, WORKERS)(
  'an unusable database ends the start with one line without its password (WEB_CONCURRENCY=%d)',
  async (workers) => {
    // The response of a PostgreSQL without TLS.
    const server = createTcpServer((socket) => void socket.once('data', () => socket.end('N')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const { code, lines } = await failedStart(workers, {
      DATABASE_URL: `postgres://plinth:hidden@127.0.0.1:${port}/plinth?sslmode=require`,
      SESSION_SECRET: 'a secret of all machines',
    });
    expect([code, lines.length]).toEqual([1, 2]);
    expect(lines[1]).toContain(`DATABASE_URL: 127.0.0.1:${port}/plinth: The server does not support SSL`);
    expect(lines.join()).not.toContain('hidden');
  },
);

itFirst(1, WORKERS)(
  'an unusable S3 store ends the start and is named by its setting (WEB_CONCURRENCY=%d)',
  async (workers) => {
    const port = await serverWith((_request, response) => void response.writeHead(403).end());
    const { code, lines } = await failedStart(workers, s3At(port));
    expect([code, lines.length]).toEqual([1, 2]);
    expect(lines[1]).toContain('S3_ENDPOINT: the server does not list the bucket');
    expect(lines.join()).not.toMatch(/the key|the secret/u);
  },
);

itFirst(1, WORKERS)(
  'a site starts without its database and S3 store, and serves pages (WEB_CONCURRENCY=%d)',
  async (workers) => {
    const port = await freePort();
    await using site = await startDemoSite({
      environment: {
        WEB_CONCURRENCY: `${workers}`,
        DATABASE_URL: `postgres://plinth:hidden@127.0.0.1:${port}/plinth`,
        ...s3At(port),
      },
    });
    expect((await fetch(`${site.base}/en`)).status).toBe(200);
    const log = site.stdout.join('\n');
    expect(log).toContain(`DATABASE_URL: 127.0.0.1:${port}/plinth: connect ECONNREFUSED`);
    expect(log).toContain('S3_ENDPOINT: the store does not respond (ECONNREFUSED)');
    expect(log).not.toContain('hidden');
  },
);

it('invalid settings are reported together, once for all processes', async () => {
  const { code, lines } = await failedStart(2, { PORT: 'x', WEB_CONCURRENCY: '0' });
  expect(code).toBe(1);
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(['The', 'PORT', 'WEB_CONCURRENCY']);
});

itFirst(1, WORKERS)('a site that cannot start is not restarted (WEB_CONCURRENCY=%d)', async (workers) => {
  const DATA_DIR = await dataFolder();
  await writeFile(path.join(DATA_DIR, 'session-secret'), 'short');
  const { code, lines } = await failedStart(workers, { DATA_DIR });
  expect(code).toBe(1);
  expect(lines.some((line) => line.includes('contains no valid secret'))).toBe(true);
  expect(lines.filter((line) => line.includes('replaced'))).toEqual([]);
});
