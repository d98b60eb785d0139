import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { locationIn, temporaryFolder, testStore } from '../../store/testing/index.ts';
import { run } from './run-command.ts';
import { filesIn, send } from './testing/sent.ts';

const fake = fakeS3ForFile();

/** Site with one application whose file is in a bucket. */
async function siteOverS3() {
  const dataDir = await temporaryFolder();
  const s3 = fake().settings('site/');
  const place = { ...(await locationIn(dataDir)), s3 };
  const store = await testStore(dataDir, s3);
  const { reference, storedNames } = await send(store, { files: [{ name: 'plan.pdf', content: 'abc' }] });
  const messages: string[] = [];
  const out = new Writable({ write: (_chunk, _encoding, done) => done() });
  const report = (message: string) => void messages.push(message);
  const command = (...args: string[]) => run(args, { place, workingDir: dataDir, out, report });
  return { dataDir, store, reference, storedNames, messages, command };
}

it('export copies files from the bucket', async () => {
  const { dataDir, reference, messages, command } = await siteOverS3();
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
  expect(await command('export', '--format', 'json', '--files', 'out')).toBe(0);
  expect(messages).toEqual([]);
  expect(await filesIn(path.join(dataDir, 'out'))).toEqual({ [`${reference}/plan.pdf`]: 'abc' });
});

it('export names a missing file and one that cannot be read', async () => {
  const { store, reference, storedNames, messages, command } = await siteOverS3();
  fake().behave((_request, response) => void response.writeHead(403).end());
  expect(await command('export', '--format', 'json', '--files', 'out')).toBe(1);
  expect(messages).toEqual([`${reference}: plan.pdf: could not be copied (status 403)`]);
  fake().behave();
  await store.uploads.remove(storedNames[0] ?? '');
  expect(await command('export', '--format', 'json', '--files', 'out')).toBe(1);
  expect(messages.slice(1)).toEqual([`${reference}: plan.pdf: the stored file is missing`]);
});

it('purge removes files from the bucket', async () => {
  const { store, storedNames, command } = await siteOverS3();
  expect(await command('purge', '--older-than', '2026-11-22')).toBe(0);
  await expect(store.uploads.open(storedNames[0] ?? '')).rejects.toMatchObject({ code: 'ENOENT' });
});
