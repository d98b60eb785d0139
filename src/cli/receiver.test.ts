import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environmentWith } from '../config/environment.ts';
import { recordOf } from '../deliveries/forward/application-record.ts';
import { signatureHeaders } from '../deliveries/forward/forward.ts';
import type { Files } from '../deliveries/forward/multipart.ts';
import { applicationWith } from '../deliveries/testing/application-with-files.ts';
import { forwardTo } from '../deliveries/testing/forward-to.ts';
import { MAX_FILE_BYTES } from '../form/rules/limits.ts';
import { testStore } from '../store/testing/index.ts';
import { filesIn, send } from './applications/testing/sent.ts';

const PROGRAM = path.resolve(import.meta.dirname, './receiver.ts');
const SECRET = `whsec_${Buffer.from('thirty-two bytes of no secret !!').toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.from('another one of thirty-two bytes!').toString('base64')}`;

let folder: string;
let url: string;
let receiver: ChildProcess;
let lines: string[];

function start(args: string[], changes: Record<string, string | undefined> = {}) {
  const env = environmentWith({}, { FORWARD_SECRET: undefined, ...changes }) as NodeJS.ProcessEnv;
  return spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function startReceiver(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-received-'));
  receiver = start([folder, '--port', '0'], { FORWARD_SECRET: SECRET });
  lines = [];
  if (!receiver.stdout) throw new Error('no output');
  const output = createInterface(receiver.stdout).on('line', (line) => lines.push(line));
  await once(output, 'line');
  url = /http:\S+/u.exec(lines[0] ?? '')?.[0] ?? '';
}

async function stopReceiver(): Promise<void> {
  receiver.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

describe('the receiver', () => {
  beforeEach(startReceiver);
  afterEach(stopReceiver);

  it('writes each forwarded application once', async () => {
    const store = await testStore();
    const { reference } = await send(store, {
      files: [
        { name: '计划书.pdf', content: 'first' },
        { name: '计划书.pdf', content: 'second', scan: 'clean' },
        { name: 'application.json', content: 'third' },
        { name: 'bad.doc', content: 'a virus', scan: 'infected' },
      ],
    });
    const application = (await store.applications.get(reference)) ?? expect.fail();
    const sent = { application, uploads: store.uploads };
    expect(await forwardTo({ url, secret: SECRET }, sent)).toEqual({ result: 'delivered' });
    const { [`${reference}/application.json`]: record = '', ...files } = await filesIn(folder);
    expect(record).toBe(JSON.stringify(recordOf(application)));
    expect(files).toEqual({
      [`${reference}/1 计划书.pdf`]: 'first',
      [`${reference}/2 计划书.pdf`]: 'second',
      [`${reference}/3 application.json`]: 'third',
    });
    expect((await stat(path.join(folder, reference, 'application.json'))).mode & 0o077).toBe(0);
    await expect.poll(() => lines.at(-1)).toMatch(new RegExp(`^201  ${reference}  .+  4 files$`, 'u'));
    expect(await forwardTo({ url, secret: SECRET }, sent)).toEqual({
      result: 'delivered',
      error: 'answered 409 Conflict: already received',
    });
  });

  it('refuses applications signed with another secret or unsigned', async () => {
    const sent = applicationWith([{ content: Buffer.alloc(3_000_000, 1) }]);
    for (const secret of [OTHER_SECRET, undefined]) {
      expect(await forwardTo({ url, secret }, sent)).toMatchObject({
        result: 'refused',
        error: expect.stringMatching(/^answered 401 Unauthorized: signature: /u),
      });
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('writes nothing of an interrupted request and accepts a retry', async () => {
    const sent = applicationWith([{ content: Buffer.alloc(9_000_000, 1) }]);
    let pieces = 0;
    const uploads: Files = {
      async open(storedName) {
        const content = sent.contents.get(storedName) ?? expect.fail();
        return (async function* () {
          for (let at = 0; at < content.length; at += 65_536) {
            pieces += 1;
            if (pieces === 100) throw new Error('the disk broke');
            yield content.subarray(at, at + 65_536);
          }
        })();
      },
    };
    const forward = { url, secret: SECRET };
    expect(await forwardTo(forward, { ...sent, uploads })).toMatchObject({ result: 'again' });
    await expect.poll(() => lines.at(-1)).toMatch(/^500 {2}/u);
    expect(await readdir(folder)).toEqual([]);
    expect(await forwardTo(forward, sent)).toEqual({ result: 'delivered' });
    expect(await readdir(folder)).toEqual(['A-2026-7K4MXQ']);
  });
});

/** Posts a signed record and parts. */
async function post(record: object, parts: [name: string, content: string][], key = 'A-2026-7K4MXQ') {
  const text = JSON.stringify(record);
  const form = new FormData();
  form.append('application', text);
  for (const [name, content] of parts) {
    if (name === 'application') form.append(name, content);
    else form.append(name, new Blob([content]), 'a.pdf');
  }
  const headers = { 'idempotency-key': key, ...signatureHeaders(SECRET, key, text) };
  const response = await fetch(url, { method: 'POST', headers, body: form });
  return { status: response.status };
}

describe('the receiver refuses', () => {
  beforeAll(startReceiver);
  afterAll(stopReceiver);

  const record = recordOf(applicationWith([{ content: 'abc' }]).application);
  const { files } = record;

  it.each<[string, object, [string, string][], string?]>([
    ['an altered file', record, [['file', 'abd']]],
    ['a shorter file', record, [['file', 'ab']]],
    ['a missing file', record, []],
    [
      'one file too many',
      record,
      [
        ['file', 'abc'],
        ['file', 'abc'],
      ],
    ],
    ['a part of another name', record, [['extra', 'abc']]],
    ['two records', record, [['application', '{}']]],
    ['an incomplete record', { reference: record.reference }, [['file', 'abc']]],
    ['a reference with path segments', { ...record, reference: '../up' }, [['file', 'abc']], '../up'],
    ['another Idempotency-Key', { ...record, reference: 'A-2026-OTHER1', files }, [['file', 'abc']]],
  ])('%s with 400 and writes nothing', async (_name, given, parts, key) => {
    expect(await post(given, parts, key)).toMatchObject({ status: 400 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('a file that is too large with 413', async () => {
    expect(await post(record, [['file', 'x'.repeat(MAX_FILE_BYTES + 1)]])).toMatchObject({ status: 413 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('a body that is not a form with 400', async () => {
    expect((await fetch(url, { method: 'POST', body: 'abc' })).status).toBe(400);
  });
});

describe('the command line of the receiver', () => {
  it.each([
    [['--help'], 0, /^Usage: /u],
    [[], 2, /one folder/u],
    [['a', 'b'], 2, /one folder/u],
    [['a', '--port', '70000'], 2, /port/u],
    [['a', '--secret', 'x'], 2, /^Base64/u],
    [['a', '--nothing'], 2, /--nothing/u],
  ])('%j exits with %i', async (args, status, message) => {
    const child = start(args);
    let output = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    expect(code).toBe(status);
    expect(output).toMatch(message);
  });
});
