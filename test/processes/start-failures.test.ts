/** @module-tag matrix */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { freePort } from '../support/listen.ts';
import { rawServer, serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SERVER = path.resolve(import.meta.dirname, '../../dist/server.js');

const s3At = (endpoint: string) => ({
  S3_BUCKET: 'files',
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: 'the hidden key',
  S3_SECRET_ACCESS_KEY: 'the hidden secret of the key',
  SESSION_SECRET: 'a hidden secret of the tests',
});

/** Returns the output and exit code of a failed start. */
async function failedStart(environment: Record<string, string>) {
  await using folder = await temporaryFolder('start');
  const own = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder.path };
  const env = { ...own, ...environment };
  const site = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const ended = new Promise<number | null>((resolve) => site.once('close', resolve));
  const [out, error, code] = await Promise.all([text(site.stdout), text(site.stderr), ended]);
  return { code, lines: (out + error).trim().split('\n') };
}

/** Expects exit code 1, exactly these lines after the first one, and no secrets, which all contain `hidden`. */
async function expectFailure(environment: Record<string, string>, ...messages: string[]) {
  const { code, lines } = await failedStart(environment);
  const expected = ['"starting"', ...messages].map((message) => expect.stringContaining(message));
  // The order varies, because a fatal line is written before buffered ones.
  expect([code, lines.length, lines]).toEqual([1, expected.length, expect.arrayContaining(expected)]);
  expect(lines.join()).not.toContain('hidden');
}

it('a site exits with one line if its port is in use', async () =>
  expectFailure({ PORT: `${(await rawServer(() => undefined)).port}` }, 'EADDRINUSE'));

it('a site reports an unusable database in one line without the password', async () => {
  // Responds like a PostgreSQL server without TLS.
  const { port } = await rawServer((socket) => socket.once('data', () => socket.end('N')));
  await expectFailure(
    {
      DATABASE_URL: `postgres://plinth:hidden@127.0.0.1:${port}/plinth?sslmode=require`,
      SESSION_SECRET: 'a hidden secret of all machines',
    },
    `DATABASE_URL: 127.0.0.1:${port}/plinth: The server does not support SSL`,
  );
});

it('a site reports an unusable S3 store by the name of its setting', async () => {
  const endpoint = await serve((_request, response) => response.writeHead(403).end());
  await expectFailure(s3At(endpoint), 'S3_ENDPOINT: the server does not list the bucket');
});

it('a site serves pages without its database and S3 store', async () => {
  const port = await freePort();
  await using site = await startDemoSite({
    environment: {
      DATABASE_URL: `postgres://plinth:hidden@127.0.0.1:${port}/plinth`,
      ...s3At(`http://127.0.0.1:${port}`),
    },
  });
  expect((await fetch(`${site.base}/en`)).status).toBe(200);
  const log = site.stdout.join('\n');
  expect(log).toContain(`DATABASE_URL: 127.0.0.1:${port}/plinth: connect ECONNREFUSED`);
  expect(log).toContain('S3_ENDPOINT: the store does not respond (ECONNREFUSED)');
  expect(log).not.toContain('hidden');
});

it('a site reports all invalid settings together', async () => {
  const { code, lines } = await failedStart({ PORT: 'x', TRUST_PROXY: '-1' });
  expect(code).toBe(1);
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(['The', 'PORT', 'TRUST_PROXY']);
});

/** Makes Node report an older version. */
const OLDER = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.9.0' } });",
)}`;

it('dist/server.js prints one line and exits with 1 on an older Node', async () => {
  const { code, lines } = await failedStart({ NODE_OPTIONS: `--import=${OLDER}` });
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/^Plinth needs Node 24 or newer, this is v[\d.]+/u)],
  ]);
});
