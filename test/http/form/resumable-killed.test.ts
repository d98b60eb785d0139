/** @module-tag matrix */
import { randomInt } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { DEMO_FORM, formClient, TEST_SETTINGS } from '../../support/form-client.ts';
import { killTree } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { tusClient } from '../../support/tus-client.ts';
import { KB } from './resumable-sites.ts';

const ROUNDS = 4;

it('keeps the acknowledged bytes of an upload after kill -9', async () => {
  const folder = await temporaryFolder('killed');
  onTestFinished(() => folder.remove());
  const content = pdfOf(2000 * KB);
  const cookies = new Map<string, string>();
  let url = '';
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await using site = await startDemoSite({ environment: { ...TEST_SETTINGS, DATA_DIR: folder.path } });
    const client = formClient(site.port, DEMO_FORM, site.base);
    for (const [name, value] of cookies) client.cookies.set(name, value);
    const tus = tusClient(client);
    if (round === 0) {
      await client.get();
      await client.post({ button: { action: 'new-code' } });
      url = `${(await tus.create('killed.pdf', content.length)).headers.location}`;
      for (const [name, value] of client.cookies) cookies.set(name, value);
    }
    const offset = Number((await tus.head(url)).headers['upload-offset']);
    expect(offset).toBeGreaterThanOrEqual(acknowledged);
    acknowledged = offset;
    const isLast = round === ROUNDS - 1;
    const killAt = isLast ? undefined : setTimeout(() => killTree(site.pid), randomInt(20, 120));
    while (acknowledged < content.length) {
      const chunk = content.subarray(acknowledged, acknowledged + (isLast ? 256 : 16) * KB);
      const answer = await tus.patch(url, acknowledged, chunk).catch(() => undefined);
      if (!answer) break;
      expect(answer.status).toBe(204);
      acknowledged = Number(answer.headers['upload-offset']);
    }
    clearTimeout(killAt);
    expect(isLast).toBe(acknowledged === content.length);
  }
});
