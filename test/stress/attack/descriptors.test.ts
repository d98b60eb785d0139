/** @module-tag matrix */
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { maxConnectionsFor } from '../../../src/http/http-limits.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';

const DESCRIPTORS = 128;

it('a site with more connections than descriptors closes some of them', async () => {
  await using site = await startDemoSite({ environment: TEST_SETTINGS, descriptors: DESCRIPTORS });
  const sockets: Socket[] = Array.from({ length: 4 * DESCRIPTORS }, () =>
    connect(site.port, '127.0.0.1').on('error', () => undefined),
  );
  const closed = () => sockets.filter(({ destroyed }) => destroyed).length;
  await expect.poll(closed).toBeGreaterThan(2 * DESCRIPTORS);
  for (const socket of sockets) socket.destroy();
  const statusOf = () =>
    fetch(`${site.base}/en`, { headers: { Connection: 'close' } }).then(({ status }) => status);
  await expect.poll(() => statusOf().catch(() => 0)).toBe(200);
  expect(site.stderr).toEqual([]);
  const client = formClient(site.port);
  await client.get();
  const files = [{ name: 'a.pdf', content: buildPdf() }];
  expect((await client.post({ fields: { ...goodFields, captcha: TEST_ANSWER }, files })).status).toBe(303);
});

it.each([
  [128, 36],
  [20, 8],
  [1024, 708],
  [1_048_576, 4096],
  [Number.POSITIVE_INFINITY, 4096],
])('a site with %d descriptors accepts at most %d connections', (descriptors, connections) => {
  expect(maxConnectionsFor(descriptors)).toBe(connections);
});
