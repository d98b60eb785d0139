import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { locationIn, NOW, temporaryFolder, testStore } from '../../store/testing/index.ts';
import { run } from './run-command.ts';
import { send } from './testing/sent.ts';

type Write = (text: string, done: (error?: Error) => void) => void;

async function runIn(dataDir: string, args: string[], write: Write) {
  const out = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => write(chunk.toString(), done),
  });
  out.on('error', () => undefined);
  const messages: string[] = [];
  const report = (message: string) => void messages.push(message);
  const status = await run(args, { place: await locationIn(dataDir), workingDir: '/', out, report });
  return { status, messages };
}

/** Runs a command on a store with two applications. */
async function runWith(args: string[], write: Write) {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  for (const now of [NOW, NOW + 1]) await send(store, { now });
  return runIn(dataDir, args, write);
}

const failing = (code: string) => Object.assign(new Error(`${code}: write`), { code });

describe('arguments of npm run applications', () => {
  it.each([
    ['list --since 2026-11-21', '', 'No applications since 2026-11-21 00:00.'],
    ['--since=2026-11-21 list', '', 'No applications since 2026-11-21 00:00.'],
    ['deliveries', '', 'No deliveries yet.'],
    ['deliveries --waiting', '', 'No delivery is waiting.'],
    ['deliveries --refused', '', 'No delivery is refused.'],
    ['deliveries --refused --format json', '[]\n', ''],
    ['export --format=json --since 2026-11-21', '[]\n', ''],
    ['purge --older-than 2026-11-21 --dry-run', '', /^Would remove 0 .* before 2026-11-21 00:00 /u],
    ['--purge --older-than=30d --undelivered', '', /^Removed 0 applications/u],
    ['export -h', /^Usage/u, ''],
  ])('%s is accepted', async (line, output, message) => {
    const dataDir = await temporaryFolder();
    await testStore(dataDir);
    let text = '';
    const { status, messages } = await runIn(dataDir, line.split(' '), (piece, done) => {
      text += piece;
      done();
    });
    expect(status).toBe(0);
    for (const [seen, expected] of [
      [text, output],
      [messages.join('\n'), message],
    ] as const)
      if (typeof expected === 'string') expect(seen).toBe(expected);
      else expect(seen).toMatch(expected);
  });

  it.each([
    ['', 'no command'],
    ['lst', 'no command lst'],
    ['constructor', 'no command constructor'],
    ['list more', 'too many: more'],
    ['list --format json', 'list takes no --format'],
    ['list --all', "Unknown option '--all'"],
    ['list --since', "'--since <value>' argument missing"],
    ['list --since yesterday', '--since: yesterday'],
    ['show', 'show needs a reference'],
    ['show A B', 'too many: B'],
    ['show A --since 2026-11-21', 'show takes no --since'],
    ['export', 'export needs --format'],
    ['export json', 'too many: json'],
    ['export --format', "'--format <value>' argument missing"],
    ['export --format JSON', 'no format JSON'],
    ['export --format xml', 'no format xml'],
    ['export --format json --files=', '--files needs a folder'],
    ['export --format json --with-infected', '--with-infected needs --files'],
    ['backup', 'backup needs a folder'],
    ['backup a b', 'too many: b'],
    ['restore', 'restore needs a folder'],
    ['restore a --dry-run', 'restore takes no --dry-run'],
    ['purge', 'purge needs --older-than'],
    ['purge 30d', 'too many: 30d'],
    ['list --purge --older-than 30d', 'too many: list'],
    ['purge --older-than 0m', '--older-than: 0m is neither'],
    ['deliveries --waiting --refused', 'not both'],
    ['deliveries --format csv', 'no format csv'],
    ['deliveries --format table', 'no format table'],
    ['retry', 'retry needs a reference number'],
    ['list --undelivered', 'list takes no --undelivered'],
    ['list --with-infected', 'list takes no --with-infected'],
    ['export --format json --since 2026-02-30', '--since: 2026-02-30'],
  ])('refuses %j before the store is opened', async (line, message) => {
    const args = line.split(' ').filter(Boolean);
    const { status, messages } = await runIn('/nowhere', args, (_text, done) => done());
    expect(status).toBe(2);
    expect(messages[0]).toContain(message);
    expect(messages[1]).toContain('Usage: npm run -s applications');
  });
});

describe('output of npm run applications', () => {
  it.each([['list'], ['export', '--format', 'json'], ['export', '--format', 'csv'], ['--help']])(
    'ends quietly if its reader closes it: %s',
    async (...args) => {
      expect(await runWith(args, (_text, done) => done(failing('EPIPE')))).toEqual({
        status: 0,
        messages: [],
      });
    },
  );

  it('fails if it cannot be written', async () => {
    expect(await runWith(['export', '--format', 'json'], (_text, done) => done(failing('ENOSPC')))).toEqual({
      status: 1,
      messages: ['ENOSPC: write'],
    });
  });

  it('waits for a slow reader after each piece', async () => {
    let waiting = 0;
    let most = 0;
    const pieces: string[] = [];
    const { status } = await runWith(['export', '--format', 'json'], (text, done) => {
      waiting += 1;
      most = Math.max(most, waiting);
      pieces.push(text);
      setTimeout(() => {
        waiting -= 1;
        done();
      }, 5);
    });
    expect({ status, most }).toEqual({ status: 0, most: 1 });
    expect(JSON.parse(pieces.join(''))).toHaveLength(2);
  });

  it('has no control characters in messages', async () => {
    expect(await runWith(['show', 'A\u001b[2J\nB'], (_text, done) => done())).toEqual({
      status: 1,
      messages: ['no application has the reference number A[2J B'],
    });
  });
});
