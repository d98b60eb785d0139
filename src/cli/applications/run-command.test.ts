import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import {
  engine,
  locationIn,
  NOW,
  temporaryFolder,
  testStore,
} from '../../applications/store/testing/index.ts';
import { readStoreSettings } from '../store-location.ts';
import { runCommand } from './run-command.ts';
import { send } from './testing/sent.ts';

type Write = (text: string, done: (error?: Error) => void) => void;

async function runIn(dataDir: string, args: string[], onWrite: Write = (_text, done) => done()) {
  let output = '';
  const out = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      output += chunk;
      onWrite(chunk.toString(), done);
    },
  });
  out.on('error', () => undefined);
  const messages: string[] = [];
  const report = (message: string) => {
    if (!message.startsWith('Database: ')) messages.push(message);
  };
  const location = await locationIn(dataDir);
  const command = 'plinth applications';
  const confirm = () => Promise.reject(new Error('nothing was changed'));
  const status = await runCommand(args, {
    location,
    isSet: () => true,
    workingDir: '/',
    command,
    out,
    report,
    confirm,
  });
  return { status, output, messages };
}

/** Creates a data folder with two applications. Its store stays open, as in a running site. */
async function createSite() {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  const sent = [await send(store), await send(store, { now: NOW + 1 })];
  return { dataDir, store, references: sent.map(({ reference }) => reference), sent };
}

it.each<[string, string | RegExp, string | RegExp]>([
  ['list --since 2026-11-21', '', 'No applications since 2026-11-21 00:00.'],
  ['deliveries --waiting', '', 'No delivery is waiting.'],
  ['export --format=json --since 2026-11-21', '[]\n', ''],
  ['export --format csv', /^"reference",/u, ''],
  ['purge --older-than 2026-11-21 --dry-run', '', /^Would remove 0 .* before 2026-11-21 00:00 /u],
  ['export -h', /^Usage: plinth applications/u, ''],
])('runs the command `applications %s`', async (line, output, message) => {
  const dataDir = await temporaryFolder();
  await testStore(dataDir);
  const result = await runIn(dataDir, line.split(' '));
  const matching = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text));
  expect({ ...result, messages: result.messages.join('\n') }).toEqual({
    status: 0,
    output: matching(output),
    messages: matching(message),
  });
});

it.each([
  ['', 'no command'],
  ['lst', 'no command lst'],
  ['list --format json', 'list takes no --format'],
  ['list --since yesterday', '--since: yesterday'],
  ['backup', 'backup needs a folder'],
  ['deliveries --waiting --refused', 'not both'],
  ['retry', 'retry needs a reference number or --refused'],
  ['retry A-2026-AAAAAA --refused', 'not both'],
  ['retry --refused --channel fax', '--channel: fax is not one of forward, mail-group, mail-applicant'],
])('rejects the command `applications %j` before it opens the store', async (line, message) => {
  const { status, messages } = await runIn('/nowhere', line.split(' ').filter(Boolean));
  expect(status).toBe(2);
  expect(messages.join('\n').split('\n')).toEqual([
    expect.stringContaining(message),
    'Usage: plinth applications --help',
  ]);
});

it('backs up, purges and restores applications while the site runs', async () => {
  const { dataDir, store, references, sent } = await createSite();
  await store.fileStore.remove(sent[1]?.storedNames[0] ?? '');
  const folder = path.join(await temporaryFolder(), 'copy');
  const missing = `${references[1]}: plan.pdf: the stored file is missing`;
  expect(await runIn(dataDir, ['backup', folder])).toMatchObject({ status: 1, messages: [missing] });
  const purged = await runIn(dataDir, ['purge', '--older-than', '2026-11-22', '--undelivered']);
  expect(purged).toMatchObject({ status: 0, output: `${references.join('\n')}\n` });
  expect(await store.applications.list()).toEqual([]);
  const other = path.join(await temporaryFolder(), 'data');
  const lacking = `${references[1]}: plan.pdf: the backup lacks the file`;
  expect(await runIn(other, ['restore', folder])).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^Restored 2 applications, /u),
    messages: [lacking],
  });
  const shown = await runIn(other, ['show', references[0] ?? '']);
  expect(shown).toMatchObject({ status: 0, output: expect.stringContaining(references[0] ?? '') });
});

it('deletes an application only after confirmation or with --yes', async () => {
  const { dataDir, store, references } = await createSite();
  const [reference = ''] = references;
  const asked = await runIn(dataDir, ['delete', reference]);
  expect(asked).toMatchObject({ status: 1, output: '', messages: ['nothing was changed'] });
  expect(await runIn(dataDir, ['delete', reference, '--yes'])).toMatchObject({ status: 0 });
  expect((await store.applications.list()).map((one) => one.reference)).toEqual([references[1]]);
});

it('prints the database and bucket without passwords', async () => {
  const { location, isSet } = readStoreSettings({
    DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/plinth',
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_PREFIX: 'www/',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hidden',
  });
  const messages: string[] = [];
  const report = (message: string) => void messages.push(message);
  const confirm = () => expect.fail('asks');
  const context = { location, isSet, workingDir: '/', command: '', out: new PassThrough(), report, confirm };
  expect(await runCommand(['backup', '/nowhere/copy'], context)).toBe(1);
  expect(messages[0]).toBe('Database: 127.0.0.1:1/plinth. Files: bucket files/www/.');
  expect(messages.join()).not.toContain('hidden');
});

const failWith =
  (code: string): Write =>
  (_text, done) =>
    done(Object.assign(new Error(`${code}: write`), { code }));

it.each<[RegExp, ...string[]]>([
  [/^Not deleted: /u, 'delete', '--yes'],
  [/^Removed 2 applications /u, 'purge', '--older-than', '2026-11-22', '--undelivered', '--yes'],
])(
  'reports %s and erases everything even if the reader of the output closes it',
  async (message, ...command) => {
    const { dataDir, store, references } = await createSite();
    const args = command[0] === 'delete' ? [...command, ...references] : command;
    const messages = [expect.stringMatching(message)];
    expect(await runIn(dataDir, args, failWith('EPIPE'))).toMatchObject({ status: 0, messages });
    expect(await store.applications.list()).toEqual([]);
    if (engine === 'PostgreSQL') return;
    for (const name of ['plinth.sqlite', 'plinth.sqlite-wal']) {
      const bytes = await readFile(path.join(dataDir, name), 'latin1');
      for (const reference of references) expect(bytes).not.toContain(reference);
    }
  },
);

it('fails with 1 if files remain, even if its reader closes the output', async () => {
  const { dataDir, sent, references } = await createSite();
  for (const name of sent.flatMap(({ storedNames }) => storedNames)) {
    const file = path.join(dataDir, 'uploads', name);
    await rm(file);
    await mkdir(file);
  }
  const result = await runIn(dataDir, ['delete', '--yes', ...references], failWith('EPIPE'));
  const messages = [/^2 files could not be /u, /^Not deleted: /u].map((one) => expect.stringMatching(one));
  expect(result).toMatchObject({ status: 1, messages });
});

it('ends an export quietly if its reader closes the output', async () => {
  const { dataDir } = await createSite();
  const exportTo = (code: string) => runIn(dataDir, ['export', '--format', 'json'], failWith(code));
  expect(await exportTo('EPIPE')).toMatchObject({ status: 0, messages: [] });
  expect(await exportTo('ENOSPC')).toMatchObject({ status: 1, messages: ['ENOSPC: write'] });
});
