/** @module-tag matrix */
import { spawnSync } from 'node:child_process';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
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
import { rawRequest } from '../../support/raw-request.ts';

const DESCRIPTORS = 128;
const FILE = { name: 'report.pdf', content: buildPdf({ padding: 300_000 }) };

/** Simulates a full disk by limiting the size of the site's files (EFBIG instead of ENOSPC). */
function leaveRoom({ pid }: DemoSite, bytes: number | 'unlimited'): void {
  for (const one of treeOf(pid))
    expect(spawnSync('prlimit', ['--pid', `${one}`, `--fsize=${bytes}:unlimited`]).status).toBe(0);
}

async function visitorOf(site: DemoSite): Promise<FormClient> {
  const client = formClient(site.port);
  await client.get();
  return client;
}
const submit = (client: FormClient, companyName: string) =>
  client.post({ fields: { ...goodFields, companyName, captcha: TEST_ANSWER }, files: [FILE] });

function storedApplications({ dataDir }: DemoSite): string {
  using database = new DatabaseSync(path.join(dataDir, 'plinth.sqlite'), { readOnly: true });
  return JSON.stringify(database.prepare('select * from applications').all());
}

it('a POST on a full disk shows “Submission failed” with the typed text', async () => {
  await using site = await startDemoSite({ environment: TEST_SETTINGS });
  const clients = [await visitorOf(site), await visitorOf(site)];
  leaveRoom(site, 0);
  for (const client of clients) {
    const page = await submit(client, 'typed while full');
    expect([page.status, page.summary]).toEqual([503, expect.stringContaining('Submission failed')]);
    expect(client.inputs().companyName).toBe('typed while full');
  }
  expect(storedApplications(site)).not.toContain('typed while full');
  expect((await fetch(`${site.base}/en`)).status).toBe(200);
  leaveRoom(site, 'unlimited');
  for (const client of clients) expect((await submit(client, 'typed while full')).status).toBe(303);
  expect(storedApplications(site).split('typed while full')).toHaveLength(3);
});

it('a site with more connections than descriptors closes some of them, and recovers', async () => {
  await using site = await startDemoSite({ environment: TEST_SETTINGS, descriptors: DESCRIPTORS });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const status = (path: string) => rawRequest(site.port, path, { agent }).then((one) => one.status);
  expect(await status('/healthz')).toBe(200);
  const sockets = Array.from({ length: 4 * DESCRIPTORS }, () =>
    connect(site.port, '127.0.0.1').on('error', () => undefined),
  );
  const closed = () => sockets.filter(({ destroyed }) => destroyed).length;
  await expect.poll(closed).toBeGreaterThan(2 * DESCRIPTORS);
  // The open connection needs no new descriptor, but the content file does.
  expect(await status('/en')).toBe(500);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => status('/en')).toBe(200);
  agent.destroy();
  expect(site.stderr).toEqual([]);
  expect((await submit(await visitorOf(site), 'after the rush')).status).toBe(303);
});
