/** @module-tag matrix */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { freePort } from '../support/listen.ts';
import { itFirst } from '../support/matrix.ts';
import { rawServer, serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SERVER = path.resolve(import.meta.dirname, '../../dist/server.js');
/** Several workers first: their primary must end with them. */
const WORKERS = [2, 1];

const s3At = (endpoint: string) => ({
  S3_BUCKET: 'files',
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: 'the hidden key',
  S3_SECRET_ACCESS_KEY: 'the hidden secret of the key',
  SESSION_SECRET: 'a hidden secret of the tests',
});

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder('start');
  onTestFinished(() => folder.remove());
  return folder.path;
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

/** Expects exit code 1, exactly these lines next to the first, and none of the secrets, which all contain `hidden`. */
async function expectFailure(workers: number, environment: Record<string, string>, ...messages: string[]) {
  const { code, lines } = await failedStart(workers, environment);
  const expected = ['"starting"', ...messages].map((message) => expect.stringContaining(message));
  // In any order: a fatal line is written before those that are still buffered.
  expect([code, lines.length, lines]).toEqual([1, expected.length, expect.arrayContaining(expected)]);
  expect(lines.join()).not.toContain('hidden');
}

itFirst(1, WORKERS)('a port in use ends the start with one line (WEB_CONCURRENCY=%d)', async (workers) =>
  expectFailure(workers, { PORT: `${(await rawServer(() => undefined)).port}` }, 'EADDRINUSE'),
);

itFirst(1, WORKERS)(
  'an unusable database ends the start with one line without its password (WEB_CONCURRENCY=%d)',
  async (workers) => {
    // The response of a PostgreSQL without TLS.
    const { port } = await rawServer((socket) => socket.once('data', () => socket.end('N')));
    await expectFailure(
      workers,
      {
        DATABASE_URL: `postgres://plinth:hidden@127.0.0.1:${port}/plinth?sslmode=require`,
        SESSION_SECRET: 'a hidden secret of all machines',
      },
      `DATABASE_URL: 127.0.0.1:${port}/plinth: The server does not support SSL`,
    );
  },
);

itFirst(1, WORKERS)(
  'an unusable S3 store ends the start and is named by its setting (WEB_CONCURRENCY=%d)',
  async (workers) => {
    const endpoint = await serve((_request, response) => response.writeHead(403).end());
    await expectFailure(workers, s3At(endpoint), 'S3_ENDPOINT: the server does not list the bucket');
  },
);

itFirst(1, WORKERS)('a site that cannot start is not restarted (WEB_CONCURRENCY=%d)', async (workers) => {
  const DATA_DIR = await dataFolder();
  await writeFile(path.join(DATA_DIR, 'session-secret'), 'hidden');
  const { code, lines } = await failedStart(workers, { DATA_DIR });
  expect([code, lines.join()]).toEqual([1, expect.stringContaining('contains no valid secret')]);
  expect(lines.join()).not.toMatch(/replaced|hidden/u);
});

itFirst(1, WORKERS)(
  'a site starts without its database and S3 store, and serves pages (WEB_CONCURRENCY=%d)',
  async (workers) => {
    const port = await freePort();
    await using site = await startDemoSite({
      environment: {
        WEB_CONCURRENCY: `${workers}`,
        DATABASE_URL: `postgres://plinth:hidden@127.0.0.1:${port}/plinth`,
        ...s3At(`http://127.0.0.1:${port}`),
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
