/** @module-tag matrix */
import { expect, it } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { sampleAt } from '../../../src/applications/uploads/checks/testing/samples.ts';
import { startCrowd } from '../../support/crowd.ts';
import { formClient } from '../../support/form-client.ts';
import type { SentFile } from '../../support/multipart.ts';
import { seeded } from '../../support/random.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { scaled, seed, TIMEOUT_MS } from '../scale.ts';
import { endlessPdf, handmade, selfNamingList, spoilt } from './hostile-files.ts';
import { FORM } from './support/bodies.ts';

const SPOILT = scaled(40, 400);
const ATTACKERS = 5;
const MAX_ANSWER_MS = 10_000;
const ATTACKER = '198.51.100.1';
const pdf = { name: 'report.pdf', content: buildPdf() };

const site = siteForFile({ TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '1000000' });
const figures = async () => (await site().services.metrics.registry.metrics()).split('\n');

/** Opens the form and sends one file from a client address. */
async function sendFrom(address: string, file: SentFile) {
  const client = formClient(site().port, FORM);
  const headers = { 'X-Forwarded-For': address, 'Sec-Fetch-Site': 'same-origin' };
  await client.get(FORM, headers);
  const startedAt = performance.now();
  const { status, problems } = await client.post({ files: [file], button: { action: 'upload' }, headers });
  return { isAccepted: status < 400, problems, ms: performance.now() - startedAt };
}

it('immediately rejects a compound file whose sector list contains itself', async () => {
  const { isAccepted, ms, problems } = await sendFrom(ATTACKER, {
    name: 'list.doc',
    content: selfNamingList(),
  });
  expect({ isAccepted, problems }).toEqual({
    isAccepted: false,
    problems: [expect.stringContaining('damaged')],
  });
  expect(ms).toBeLessThan(MAX_ANSWER_MS);
});

it('accepts other files while checks that never end run into their timeout', async () => {
  const attacks = [1, 2].map(() => sendFrom(ATTACKER, { name: 'endless.pdf', content: endlessPdf() }));
  await expect.poll(figures).toContain('plinth_file_checks_waiting 1');
  for (const last of [3, 4, 5])
    expect(await sendFrom(`198.51.100.${last}`, pdf)).toMatchObject({ isAccepted: true, problems: [] });
  expect(site().services.checkers.counts()).toMatchObject({ results: { late: 0 } });
  for (const { isAccepted, problems } of await Promise.all(attacks)) {
    expect(isAccepted).toBe(false);
    expect(problems).toEqual([expect.stringContaining('Checking the file took too long')]);
  }
  expect(await figures()).toContain('plinth_file_checks_total{result="late"} 2');
});

it.each<[string, (at: number) => string]>([
  ['of one network', (at) => `2001:db8:1:${at}00::1`],
  ['of different networks', (at) => `2001:db8:${at}::1`],
])(
  'accepts a file before the endless checks of addresses %s end',
  { timeout: TIMEOUT_MS },
  async (_kind, addressAt) => {
    let answered = 0;
    const attacks = Array.from({ length: ATTACKERS }, async (_, at) => {
      await sendFrom(addressAt(at), { name: 'endless.pdf', content: endlessPdf() });
      answered += 1;
    });
    await expect.poll(() => site().services.checkers.counts().waiting).toBeGreaterThanOrEqual(ATTACKERS - 3);
    expect(await sendFrom('203.0.113.1', pdf)).toMatchObject({ isAccepted: true, problems: [] });
    expect(answered).toBeLessThan(ATTACKERS - 1);
    await Promise.all(attacks);
  },
);

it('responds to every hostile file while it accepts files of others', { timeout: TIMEOUT_MS }, async () => {
  const hostile = [...spoilt(seeded(seed), SPOILT), ...(await scaled(async () => [], handmade)())];
  const slow: string[] = [];
  const refused: string[] = [];
  const stop = startCrowd(1, async (turn) => {
    const { content, extensions, kind } = sampleAt(turn);
    const address = `203.0.${Math.floor(turn / 250) % 250}.${turn % 250}`;
    const { isAccepted, ms } = await sendFrom(address, { name: `valid.${extensions[0]}`, content });
    if (!isAccepted || ms > MAX_ANSWER_MS) refused.push(`${kind} from ${address} after ${ms} ms`);
  });
  for (const file of hostile) {
    const { ms } = await sendFrom(ATTACKER, file);
    if (ms > MAX_ANSWER_MS) slow.push(`${file.name}: ${ms} ms`);
  }
  await stop();
  expect({ seed, slow, refused }).toEqual({ seed, slow: [], refused: [] });
});
