/** @module-tag matrix */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { freePort } from '../support/listen.ts';
import { rawServer, serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SERVER = path.join(root, 'dist/server.js');

const s3At = (endpoint: string) => ({
  S3_BUCKET: 'files',
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: 'the hidden key',
  S3_SECRET_ACCESS_KEY: 'the hidden secret of the key',
  SESSION_SECRET: 'a hidden secret of the tests',
});

/** Returns the output and exit code of a failed start. */
async function failedStart(environment: Record<string, string>, args = [SERVER]) {
  await using folder = await temporaryFolder('start');
  const own = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder.path };
  const env = { ...own, ...environment };
  const site = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: root, env });
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

it('a site exits with one line that names the setting if its port is in use', async () => {
  const { port } = await rawServer(() => undefined);
  await expectFailure({ PORT: `${port}` }, `Port ${port} is in use. Set PORT to another one`);
});

it('a site exits with one line that names an unusable HOST', async () =>
  expectFailure({ HOST: '192.0.2.1' }, 'HOST: 192.0.2.1 is not an address of this machine'));

it('npm run dev exits with one line if its port is in use', async () => {
  const { port } = await rawServer(() => undefined);
  const { code, lines } = await failedStart({ PORT: `${port}`, HOST: '' }, ['src/build/dev.ts']);
  expect([code, lines]).toEqual([1, [expect.stringContaining(`Port ${port} is in use.`)]]);
});

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

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
/** Programs that people start, with the arguments of their script. */
const programs = {
  'dist/server.js': [SERVER],
  'plinth.js': [path.join(root, 'src/cli/plinth.js'), '--help'],
  ...Object.fromEntries(
    ['dev', 'build', 'receiver'].map((name) => [`npm run ${name}`, scripts[name].split(' ').slice(1)]),
  ),
};

it.each(Object.entries(programs))(
  '%s prints one line and exits with 1 on an older Node',
  async (_name, args) => {
    await using folder = await temporaryFolder('older');
    const older = path.join(folder.path, 'older.cjs');
    await writeFile(
      older,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.9.0' } });",
    );
    const { code, lines } = await failedStart({ NODE_OPTIONS: `--require=${older}` }, args);
    const line = expect.stringMatching(/^Plinth needs Node 24 or newer, this is v[\d.]+/u);
    expect([code, lines]).toEqual([1, [line]]);
  },
);
