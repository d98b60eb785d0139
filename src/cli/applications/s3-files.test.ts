import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { respondsWith } from '../../files/testing/s3-fixture.ts';
import { locationIn, temporaryFolder, testStore } from '../../store/testing/index.ts';
import { run } from './run-command.ts';
import { filesIn, send } from './testing/sent.ts';

const fake = fakeS3ForFile();

it('exports files from a bucket and names those that it cannot read', async () => {
  const dataDir = await temporaryFolder();
  const s3 = fake().settings('site/');
  const place = { ...(await locationIn(dataDir)), s3 };
  const store = await testStore(dataDir, s3);
  const { reference, storedNames } = await send(store, { files: [{ name: 'plan.pdf', content: 'abc' }] });
  const messages: string[] = [];
  const out = new Writable({ write: (_chunk, _encoding, done) => done() });
  const report = (message: string) => {
    if (!message.startsWith('Database: ')) messages.push(message);
  };
  const command = (...args: string[]) => run(args, { place, workingDir: dataDir, command: '', out, report });
  const exportTo = (folder: string) => command('export', '--format', 'json', '--files', folder);

  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
  expect([await exportTo('out'), messages]).toEqual([0, []]);
  expect(await filesIn(path.join(dataDir, 'out'))).toEqual({ [`${reference}/plan.pdf`]: 'abc' });
  fake().behave(respondsWith(403, ''));
  expect(await exportTo('other')).toBe(1);
  fake().behave();
  await store.uploads.remove(storedNames[0] ?? '');
  expect(await exportTo('other')).toBe(1);
  expect(messages).toEqual([
    `${reference}: plan.pdf: could not be copied (status 403)`,
    `${reference}: plan.pdf: the stored file is missing`,
  ]);
});
