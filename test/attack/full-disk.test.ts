import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { type FormClient, formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { treeOf } from '../support/processes.ts';

const FORM = '/en/work-with-us/application';
const FILE = { name: 'report.pdf', content: buildPdf({ padding: 300_000 }) };

let site: DemoSite;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-full-'));
  const environment = { DATA_DIR: dataDir, CAPTCHA_TEST_ANSWER: TEST_ANSWER, RATE_LIMIT_PER_MINUTE: '0' };
  site = await startDemoSite({ environment });
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Files of the site can grow no further than so many bytes: to it that is a disk without room (EFBIG, like ENOSPC). */
async function leaveRoom(bytes: number | 'unlimited'): Promise<void> {
  for (const pid of treeOf(site.pid)) {
    const { status, stderr } = spawnSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:unlimited`], {
      encoding: 'utf8',
    });
    expect(`${status} ${stderr}`).toBe('0 ');
  }
}

async function visitor(): Promise<FormClient> {
  const client = formClient(site.port, FORM);
  await client.get();
  return client;
}

const send = (client: FormClient, companyName: string) =>
  client.post({ fields: { ...goodFields, companyName, captcha: TEST_ANSWER }, files: [FILE] });

/** Names of those whose application is kept, read beside the site. */
function kept(): string[] {
  const database = new DatabaseSync(path.join(dataDir, 'plinth.sqlite'), { readOnly: true });
  const rows = database.prepare('select * from applications').all();
  database.close();
  return rows.map((row) => JSON.stringify(row));
}

it('where the disk has no room at all, a form is not sent and says so; with room again the same form is', async () => {
  const client = await visitor();
  await client.post({ fields: { ...goodFields, companyName: 'typed before' }, button: { action: 'upload' } });
  await leaveRoom(0);
  const page = await send(client, 'typed while full');
  expect(page.status).toBe(503);
  expect(page.summary).toContain('Submission failed');
  // The page keeps the text if the disk cannot.
  expect(client.inputs().companyName).toBe('typed while full');
  expect(kept().join()).not.toContain('typed while full');
  expect((await fetch(`${site.base}/en`)).status).toBe(200);
  await leaveRoom('unlimited');
  expect((await send(client, 'typed while full')).status).toBe(303);
  expect(kept().filter((row) => row.includes('typed while full'))).toHaveLength(1);
});

it('where the room ends within a file, its texts are kept and nothing of it is left', async () => {
  const client = await visitor();
  await leaveRoom(100_000);
  const page = await send(client, 'half a file');
  await leaveRoom('unlimited');
  expect(page.status).toBe(503);
  expect(page.summary).toContain('Submission failed');
  expect((await client.get()).fileNames).toEqual([]);
  await expect
    .poll(async () => (await readdir(path.join(dataDir, 'uploads'))).filter((name) => name.endsWith('.part')))
    .toEqual([]);
  expect((await send(client, 'half a file')).status).toBe(303);
  expect((await client.get(client.receipt())).mainText).toContain('report.pdf');
});

it('a visitor who comes while it is full gets the form, and cannot send it before there is room', async () => {
  await leaveRoom(0);
  const client = formClient(site.port, FORM);
  expect((await client.get()).status).toBe(200);
  const page = await send(client, 'who comes while full');
  expect(page.status).toBe(503);
  expect(client.inputs().companyName).toBe('who comes while full');
  await leaveRoom('unlimited');
  expect((await send(client, 'who comes while full')).status).toBe(303);
});
