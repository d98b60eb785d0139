/** @module-tag slow */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { toApplicationRecord } from '../applications/deliveries/forward/application-record.ts';
import { createSignatureHeaders } from '../applications/deliveries/forward/forward.ts';
import { createApplicationWith } from '../applications/deliveries/testing/applications.ts';
import { forwardTo } from '../applications/deliveries/testing/fake-receiver.ts';
import { MAX_FILE_BYTES } from '../applications/rules/limits.ts';
import { environmentWith } from '../config/environment.ts';
import { readFilesIn } from './applications/testing/sent.ts';

const PROGRAM = path.resolve(import.meta.dirname, './receiver.ts');
const SECRET = `whsec_${Buffer.from('thirty-two bytes of no secret !!').toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.from('another one of thirty-two bytes!').toString('base64')}`;

let folder: string;
let url: string;
let receiver: ChildProcess;
const lines: string[] = [];

function start(args: string[], changes: Record<string, string | undefined> = {}) {
  const env = environmentWith({}, { FORWARD_SECRET: undefined, ...changes }) as NodeJS.ProcessEnv;
  return spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-received-'));
  const child = start([folder, '--port', '0'], { FORWARD_SECRET: SECRET });
  receiver = child;
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(output, 'line');
  url = /http:\S+/u.exec(lines[0] ?? '')?.[0] ?? '';
});
afterEach(async () => {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
});
afterAll(async () => {
  receiver.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

it('the receiver names --port if it is not a port or is in use', async () => {
  const { port } = new URL(url);
  for (const [given, message] of [
    ['99999', '--port: 99999 is not a port. Use a number up to 65535'],
    [
      port,
      `Port ${port} is in use. Set --port to another one, or stop the program that uses it; ss -ltnp shows it.`,
    ],
  ] as const) {
    const child = start([folder, '--port', given]);
    expect(await textOf(child.stderr)).toContain(`${message}\n`);
  }
});

it('the receiver writes each forwarded application once', async () => {
  const files = [
    { name: '计划书.pdf', content: 'first' },
    { name: '计划书.pdf', content: 'second', scan: 'clean' },
    { name: 'application.json', content: 'third' },
    { name: 'bad.doc', content: 'a virus', scan: 'infected' },
  ] as const;
  const sent = createApplicationWith([...files]);
  const { reference } = sent.application;
  expect(await forwardTo({ url, secret: SECRET }, sent)).toEqual({ result: 'delivered' });
  expect(await readFilesIn(folder)).toEqual({
    [`${reference}/application.json`]: JSON.stringify(toApplicationRecord(sent.application)),
    [`${reference}/1 计划书.pdf`]: 'first',
    [`${reference}/2 计划书.pdf`]: 'second',
    [`${reference}/3 application.json`]: 'third',
  });
  expect((await stat(path.join(folder, reference, 'application.json'))).mode & 0o077).toBe(0);
  await expect.poll(() => lines.at(-1)).toMatch(new RegExp(`^201  ${reference}  .+  4 files$`, 'u'));
  expect(await forwardTo({ url, secret: SECRET }, sent)).toEqual({
    result: 'delivered',
    error: 'answered 409 Conflict',
  });
});

it('the receiver rejects applications that are unsigned or signed with another secret', async () => {
  const sent = createApplicationWith([{ content: Buffer.alloc(300_000, 1) }]);
  for (const secret of [OTHER_SECRET, undefined])
    expect(await forwardTo({ url, secret }, sent)).toMatchObject({
      result: 'again',
      error: expect.stringMatching(/^answered 401 Unauthorized with \d+ bytes$/u),
    });
  expect(await readdir(folder)).toEqual([]);
});

/** Posts a signed record and parts. Returns the status. */
async function post(record: object, parts: [name: string, content: string][], key = 'A-2026-7K4MXQ') {
  const text = JSON.stringify(record);
  const form = new FormData();
  form.append('application', text);
  for (const [name, content] of parts) form.append(name, new Blob([content]), 'a.pdf');
  const headers = { 'idempotency-key': key, ...createSignatureHeaders(SECRET, key, text) };
  return (await fetch(url, { method: 'POST', headers, body: form })).status;
}

const record = toApplicationRecord(createApplicationWith([{ content: 'abc' }]).application);
const file = (content: string): [string, string] => ['file', content];

it.each<[string, number, object, [string, string][], string?]>([
  ['an altered file', 400, record, [file('abd')]],
  ['a file that is too large', 413, record, [file('x'.repeat(MAX_FILE_BYTES + 1))]],
  ['a reference that contains path segments', 400, { ...record, reference: '../up' }, [file('abc')], '../up'],
])('the receiver rejects %s with %i', async (_name, status, given, parts, key) => {
  expect(await post(given, parts, key)).toBe(status);
  expect(await readdir(folder)).toEqual([]);
});
