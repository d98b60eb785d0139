/** @module-tag matrix */
import { expect, it, onTestFinished } from 'vitest';
import { backup } from '../../src/backup/backup.ts';
import { restore } from '../../src/backup/restore.ts';
import { textOf } from '../../src/cli/applications/testing/sent.ts';
import type { StoreLocation } from '../../src/store/index.ts';
import { begin, pdf, receiptOf, visitor, whole } from '../http/form/form-site.ts';
import { filesShown } from '../http/form/read-form.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { startPostgres } from '../support/postgres.ts';
import { startSite } from '../support/site.ts';
import { environmentOf } from '../support/store-environment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function started(environment: Record<string, string>, dataDir: string) {
  const site = await startSite({ ...TEST_SETTINGS, ...environment }, { dataDir });
  onTestFinished(() => site.close());
  return site;
}

/** Shared database and bucket. */
async function manyMachines(dataDir: string): Promise<StoreLocation> {
  const [postgres, fake] = await Promise.all([startPostgres(), startFakeS3()]);
  onTestFinished(async () => void (await Promise.all([postgres.stop(), fake.close()])));
  return { dataDir, databaseUrl: await postgres.createDatabase('moved'), s3: fake.settings('moved/') };
}

it('a draft begun on one machine continues on several, with the same cookie and secret', async () => {
  const folder = await temporaryFolder('moved-draft');
  onTestFinished(() => folder.remove());
  const [one, many, copy] = ['one', 'many', 'copy'].map((name) => `${folder.path}/${name}`) as [
    string,
    string,
    string,
  ];
  const place = await manyMachines(many);
  const old = await started({}, one);
  const before = await begin(old);
  await before.post({
    fields: { companyName: 'Moved Ltd' },
    files: [pdf('plan.pdf')],
    button: { action: 'upload' },
  });
  await textOf(backup({ place: { dataDir: one }, folder: copy }, (failure) => expect(failure).toBe('')));
  await textOf(restore({ place, folder: copy }, (failure) => expect(failure).toBe('')));

  const moved = await started(environmentOf(place), many);
  const after = visitor(moved);
  for (const [name, value] of before.cookies) after.cookies.set(name, value);
  const form = await after.get();
  expect(after.inputs().companyName).toBe('Moved Ltd');
  expect(filesShown(form)).toEqual(['plan.pdf']);
  const sent = await after.post(whole({ fields: { companyName: 'Moved Ltd' }, files: [] }));
  expect(sent.status).toBe(303);
  const application = await moved.store.applications.get(await receiptOf(after));
  expect(application).toMatchObject({ fields: { companyName: 'Moved Ltd' }, files: [{ name: 'plan.pdf' }] });
});
