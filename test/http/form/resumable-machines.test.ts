/** @module-tag matrix */
import { beforeAll, expect, it } from 'vitest';
import { sha256Of } from '../../../src/applications/store/testing/index.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { type FakeS3, startFakeS3 } from '../../support/fake-s3.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { startPostgres } from '../../support/postgres.ts';
import { SITE_URL, type Site } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { serversOf } from '../../support/store-environment.ts';
import { type TusClient, tusClient } from '../../support/tus-client.ts';
import { FORM, shareCookies, visitor as visitorAt } from './form-site.ts';
import { begun, KB, sender, storedFiles, type TusVisitor } from './resumable-sites.ts';

let s3: FakeS3;
let databaseUrl: string;
beforeAll(async () => {
  const postgres = await startPostgres();
  s3 = await startFakeS3();
  databaseUrl = await postgres.createDatabase('resumable');
  return () => Promise.all([postgres.stop(), s3.close()]);
});
const environment = () => ({
  ...TEST_SETTINGS,
  ...serversOf({ databaseUrl, s3: s3.settings('resumable/') }),
});
const [one, two] = [siteForFile(environment), siteForFile(environment)];
const content = pdfOf(600 * KB, 'machines');

/** Returns a client of the same visitor on another machine. */
function elsewhere(site: Site, { client }: TusVisitor): TusClient {
  const other = visitorAt(site, FORM, SITE_URL);
  shareCookies(client, other);
  return tusClient(other);
}

it('two machines accept the chunks of one file in turn', async () => {
  const visitor = await sender(one());
  const other = elsewhere(two(), visitor);
  const url = await begun(visitor, 'turns.pdf', content.length);
  for (let from = 0, turn = 0; from < content.length; from += 100 * KB, turn += 1) {
    const machine = turn % 2 === 0 ? visitor : other;
    expect((await machine.head(url)).headers['upload-offset']).toBe(`${from}`);
    expect((await machine.patch(url, from, content.subarray(from, from + 100 * KB))).status).toBe(204);
  }
  for (const site of [one(), two()])
    expect(await storedFiles(site, visitor)).toEqual([['turns.pdf', sha256Of(content)]]);
});
