/** @module-tag matrix */
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { type DemoSite, startDemoSite } from '../../support/demo-site.ts';
import {
  type FormClient,
  formClient,
  goodFields,
  TEST_ANSWER,
  TEST_SETTINGS,
} from '../../support/form-client.ts';
import { treeOf } from '../../support/processes.ts';

const FILE = { name: 'report.pdf', content: buildPdf({ padding: 300_000 }) };

let site: DemoSite;
beforeAll(async () => {
  site = await startDemoSite({ environment: TEST_SETTINGS });
});
afterAll(() => site.stop());

/** Simulates a full disk by limiting the size of the site's files (EFBIG instead of ENOSPC). */
function leaveRoom(bytes: number | 'unlimited'): void {
  for (const pid of treeOf(site.pid)) {
    const { status } = spawnSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:unlimited`]);
    expect(status).toBe(0);
  }
}

async function visitor(): Promise<FormClient> {
  const client = formClient(site.port);
  await client.get();
  return client;
}
const submit = (client: FormClient, companyName: string) =>
  client.post({ fields: { ...goodFields, companyName, captcha: TEST_ANSWER }, files: [FILE] });

function storedApplications(): string {
  using database = new DatabaseSync(path.join(site.dataDir, 'plinth.sqlite'), { readOnly: true });
  return JSON.stringify(database.prepare('select * from applications').all());
}

it('a POST on a full disk shows “Submission failed” with the typed text', async () => {
  const client = await visitor();
  leaveRoom(0);
  const newcomer = await visitor();
  for (const one of [client, newcomer]) {
    const page = await submit(one, 'typed while full');
    expect([page.status, page.summary]).toEqual([503, expect.stringContaining('Submission failed')]);
    expect(one.inputs().companyName).toBe('typed while full');
  }
  expect(storedApplications()).not.toContain('typed while full');
  expect((await fetch(`${site.base}/en`)).status).toBe(200);
  leaveRoom('unlimited');
  for (const one of [client, newcomer]) expect((await submit(one, 'typed while full')).status).toBe(303);
  expect(storedApplications().split('typed while full')).toHaveLength(3);
});

it('removes a file that does not fit on the disk', async () => {
  const client = await visitor();
  leaveRoom(100_000);
  const page = await submit(client, 'half a file');
  leaveRoom('unlimited');
  expect([page.status, page.summary]).toEqual([503, expect.stringContaining('Submission failed')]);
  expect((await client.get()).fileNames).toEqual([]);
  const uploads = () => readdir(path.join(site.dataDir, 'uploads'));
  await expect.poll(async () => (await uploads()).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect((await submit(client, 'half a file')).status).toBe(303);
});
