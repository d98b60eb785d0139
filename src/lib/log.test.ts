import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../applications/store/testing/index.ts';
import { createReadableFormat, openLog } from './log.ts';

it('does not throw if the log disk is full', async () => {
  const full = await open('/dev/full', constants.O_WRONLY);
  onTestFinished(() => full.close());
  const log = await openLog('info', full.fd);
  for (let count = 0; count < 3; count += 1) {
    expect(() => log.info('request')).not.toThrow();
    await nextTurn();
  }
  expect(() => log.fatal('the process exits')).not.toThrow();
});

/** Opens a log on a file of a temporary folder, and returns it with a function that reads its lines. */
async function logToFile() {
  const folder = await temporaryFolder();
  const file = await open(path.join(folder, 'log'), 'a+');
  onTestFinished(() => file.close());
  return { log: await openLog('info', file.fd), read: () => readFile(path.join(folder, 'log'), 'utf8') };
}

it('writes a fatal line before it returns and all lines once', async () => {
  const { log, read } = await logToFile();
  for (const line of ['first', '第二', 'third']) log.info(line);
  log.fatal('last');
  expect(await read()).toContain('"msg":"last"');
  await expect
    .poll(async () => (await read()).match(/(?<="msg":")[^"]+/gu)?.sort())
    .toEqual(['first', 'last', 'third', '第二']);
});

it('escapes control characters and bidirectional marks without changing their meaning', async () => {
  const { log, read } = await logToFile();
  const msg = 'a\u009b2Jb\u202ec\u061cd\u200e\u2069e\u007f';
  log.fatal(msg);
  const line = await read();
  expect(line).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}/u);
  expect(JSON.parse(line)).toMatchObject({ msg });
});

it('logs no property of an error that may contain the values of a row', async () => {
  const { log, read } = await logToFile();
  const detail = 'Failing row contains (typed)';
  const cause = Object.assign(new Error('null value in column "x"'), { code: '23502', detail });
  log.fatal({ err: new Error('storage', { cause }) }, 'failed');
  log.fatal({ err: cause }, 'failed');
  const lines = await read();
  expect(lines).toContain('"code":"23502"');
  expect(lines).toContain('null value in column');
  expect(lines).not.toContain('typed');
});

it('removes control characters and bidirectional marks from readable lines', async () => {
  const format = await createReadableFormat();
  const values = { msg: 'a\u009b2Jb\u202e', reason: '\u001b[2Jc\u2066', err: { stack: 'one\n\u009btwo' } };
  const line = format(JSON.stringify({ level: 30, time: 0, ...values }));
  expect(line).toMatch(/a2Jb.*\[2Jc/u);
  expect(stripVTControlCharacters(line)).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}/u);
});
