/** @module-tag matrix */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../test/support/listen.ts';
import { environmentWith } from '../config/environment.ts';
import { root } from './paths.ts';

let folder: string;
let origin: string;
let dev: ChildProcess;
let output = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-dev-'));
  for (const name of ['src', 'views', 'public', 'locales', 'package.json', 'tsconfig.json'])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const port = await freePort();
  origin = `http://localhost:${port}`;
  dev = spawn(process.execPath, ['src/build/dev.ts'], {
    cwd: folder,
    env: environmentWith({}, { NODE_ENV: undefined, PORT: `${port}`, DATA_DIR: path.join(folder, 'data') }),
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await vi.waitUntil(() => output.includes('Open http://localhost'), { timeout: 50_000 });
});
afterAll(async () => {
  dev.kill('SIGINT');
  await once(dev, 'exit');
  // esbuild exits shortly after a stopped build.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const full = path.join(folder, file);
  const before = await readFile(full, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  await writeFile(full, after);
}

const fetchPage = async (url: string): Promise<string> => (await fetch(origin + url)).text();
const expectPage = (url: string) => expect.poll(() => fetchPage(url), { timeout: 60_000 });
/** Fetches the stylesheet of the home page. */
async function fetchStylesheet(): Promise<string> {
  const [link = ''] = /\/assets\/site-\w+\.css/u.exec(await fetchPage('/en')) ?? [];
  return fetchPage(link);
}

it('shows ten consecutive edits that are made during builds', async () => {
  for (let count = 1; count <= 5; count += 1) {
    await edit('public/css/site.css', /$/u, `\n.edited-${count} { color: red; }\n`);
    await wait(count * 200);
    await edit('locales/en/site.json', /"menu": "[^"]*"/u, `"menu": "Menu ${count}"`);
    await wait(300);
  }
  await expectPage('/en').toContain('Menu 5');
  for (let count = 1; count <= 5; count += 1)
    await expect.poll(fetchStylesheet).toContain(`.edited-${count}`);
});

it('reloads the page after a content edit', async () => {
  const events = await fetch(`${origin}/__dev/changes`);
  const reader = (events.body as ReadableStream<Uint8Array>).getReader();
  await edit('src/content-folder/demo/en/group.json', 'Yuanshan', 'Farhill');
  expect(`${Buffer.from((await reader.read()).value ?? [])}`).toContain('changed');
  await reader.cancel();
  await expectPage('/en').toContain('Farhill');
});
