import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/listen.ts';

const SERVER = path.resolve(import.meta.dirname, '../../dist/server.js');

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-start-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

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
  'a database that cannot be reached is said in one line without its password, with WEB_CONCURRENCY=%d',
  async (workers) => {
    const { code, lines } = await failedStart(workers, {
      PORT: '0',
      DATABASE_URL: 'postgres://plinth:hidden@127.0.0.1:1/plinth',
      SESSION_SECRET: 'a secret of all machines',
    });
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('DATABASE_URL: 127.0.0.1:1/plinth: connect ECONNREFUSED');
    expect(lines.join()).not.toContain('hidden');
  },
);

it.each([1, 2])(
  'an S3 store that cannot be used is named by its setting, with WEB_CONCURRENCY=%d',
  async (workers) => {
    const { code, lines } = await failedStart(workers, {
      PORT: '0',
      S3_BUCKET: 'files',
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_ACCESS_KEY_ID: 'the key',
      S3_SECRET_ACCESS_KEY: 'the secret of the key',
      SESSION_SECRET: 'a secret of the tests only',
    });
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('S3_ENDPOINT: the store does not answer (ECONNREFUSED)');
    expect(lines.join()).not.toMatch(/the key|the secret/u);
  },
);

it('settings that are wrong are said together, once for all processes', async () => {
  const { code, lines } = await failedStart(2, { PORT: 'x', WEB_CONCURRENCY: '0' });
  expect(code).toBe(1);
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(['The', 'PORT', 'WEB_CONCURRENCY']);
});

it.each([1, 2])(
  'a site that cannot start is the end, and is not tried again, with WEB_CONCURRENCY=%d',
  async (workers) => {
    await writeFile(path.join(dataDir, 'session-secret'), 'short');
    const { code, lines } = await failedStart(workers, { PORT: '0' });
    expect(code).toBe(1);
    expect(lines.some((line) => line.includes('holds no secret'))).toBe(true);
    expect(lines.filter((line) => line.includes('replaced'))).toEqual([]);
  },
);
