import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { maxConnectionsFor } from '../../src/http/http-limits.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';

const DESCRIPTORS = 128;
const FORM = '/en/work-with-us/application';

let site: DemoSite;
beforeAll(async () => {
  const environment = { CAPTCHA_TEST_ANSWER: TEST_ANSWER, RATE_LIMIT_PER_MINUTE: '0' };
  site = await startDemoSite({ environment, descriptors: DESCRIPTORS });
});
afterAll(() => site.stop());

const answers = (): Promise<boolean> =>
  fetch(`${site.base}/en`, { headers: { Connection: 'close' } }).then(
    ({ status }) => status === 200,
    () => false,
  );

it('more connections than the site has descriptors for take nothing down: it answers on when they have gone', async () => {
  const sockets: Socket[] = [];
  for (let count = 0; count < 4 * DESCRIPTORS; count += 1) {
    const socket = connect(site.port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
  }
  // Those that are too many are closed, the others wait for what was asked.
  await expect
    .poll(() => sockets.filter(({ destroyed }) => destroyed).length)
    .toBeGreaterThan(2 * DESCRIPTORS);
  for (const socket of sockets) socket.destroy();
  await expect.poll(answers).toBe(true);
  expect(site.stderr).toEqual([]);
});

it('and takes an application afterwards', async () => {
  const client = formClient(site.port, FORM);
  await client.get();
  const files = [{ name: 'a.pdf', content: buildPdf() }];
  expect((await client.post({ fields: { ...goodFields, captcha: TEST_ANSWER }, files })).status).toBe(303);
  expect((await client.get(client.receipt())).mainText).toContain('a.pdf');
});

it.each([
  [128, 36],
  [20, 8],
  [1024, 708],
  [1_048_576, 4096],
  [Number.POSITIVE_INFINITY, 4096],
])('with %d descriptors at most %d connections are held', (descriptors, connections) => {
  expect(maxConnectionsFor(descriptors)).toBe(connections);
});
