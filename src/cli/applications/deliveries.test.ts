import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { ScanStatus } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import { NOW, testStore } from '../../applications/store/testing/index.ts';
import { listDeliveries, retry } from './deliveries.ts';
import { list } from './show.ts';
import { send } from './testing/sent.ts';

async function readOutput(store: Store, options: Parameters<typeof listDeliveries>[1] = {}) {
  const messages: string[] = [];
  const text = await textOf(listDeliveries(store, options, (message) => messages.push(message)));
  return { text, lines: text.split('\n').filter(Boolean), messages };
}

/** Creates an application with a delivered forward, a refused email to the group and a waiting receipt. */
async function createOneDeliveryPerState() {
  const store = await testStore();
  const channels = ['forward', 'mail-group', 'mail-applicant'] as const;
  const { reference } = await send(store, { channels: [...channels] });
  for (const one of await store.deliveries.lease({ channels, limit: 3, leaseMs: 1000 }, NOW)) {
    const error = one.channel === 'forward' ? undefined : `${one.channel}\u001b[2J: no`;
    const result = { forward: 'delivered', 'mail-group': 'refused', 'mail-applicant': 'again' } as const;
    const attempt = { at: NOW, result: result[one.channel], error, nextAt: NOW + 300_000 };
    await store.deliveries.recordAttempt(one, attempt);
  }
  return { store, reference };
}

it('prints a table of deliveries with a row per application and channel', async () => {
  const { store, reference } = await createOneDeliveryPerState();
  expect((await readOutput(store)).lines).toEqual([
    'Reference      Channel         State      Attempts  Next attempt (Asia/Shanghai)  Last error',
    `${reference}  forward         delivered  1`,
    `${reference}  mail-applicant  waiting    1         2026-11-21 12:05              mail-applicant[2J: no`,
    `${reference}  mail-group      refused    1                                       mail-group[2J: no`,
  ]);
  for (const state of ['waiting', 'refused'] as const) {
    const { lines } = await readOutput(store, { state });
    expect(lines.slice(1)).toEqual([expect.stringContaining(state)]);
  }
  const [, line] = (await textOf(list(store, {}, () => undefined))).split('\n');
  expect(line).toMatch(/1 of 3, 1 refused$/u);
});

it('prints deliveries as JSON with their history', async () => {
  const { store, reference } = await createOneDeliveryPerState();
  const all = JSON.parse((await readOutput(store, { isJson: true })).text);
  expect(all).toHaveLength(3);
  const [at, error] = ['2026-11-21T12:00:00.000+08:00', 'mail-applicant\u001b[2J: no'];
  expect(all[1]).toEqual({
    reference,
    channel: 'mail-applicant',
    state: 'waiting',
    attempts: 1,
    createdAt: at,
    nextAt: '2026-11-21T12:05:00.000+08:00',
    lastError: error,
    recipients: {},
    history: [{ at, result: 'again', error }],
  });
});

it('retries the undelivered deliveries of an application', async () => {
  const { store, reference } = await createOneDeliveryPerState();
  const text = await textOf(retry(store, reference.toLowerCase()));
  expect(text.trim().split('\n').sort()).toEqual([
    `${reference}: mail-applicant is retried when the site runs`,
    `${reference}: mail-group is retried when the site runs`,
  ]);
  expect(await store.deliveries.list({ state: 'waiting' })).toHaveLength(2);
});

it('a retry lists the files whose virus scan the forward waits for', async () => {
  const store = await testStore();
  const file = (name: string, scan: ScanStatus) => ({ name, content: name, scan });
  const files = [file('a.pdf', 'held'), file('b.pdf', 'clean'), file('c\u001b.pdf', 'held')];
  const { reference } = await send(store, { files, channels: ['forward', 'mail-group'] });
  const text = await textOf(retry(store, reference));
  expect(text.trim().split('\n').sort()).toEqual([
    `${reference}: forward waits for the virus scan of a.pdf, c.pdf: check CLAMD_URL with plinth doctor`,
    `${reference}: mail-group is retried when the site runs`,
  ]);
});

it('retries nothing for an unknown or fully delivered application', async () => {
  const store = await testStore();
  const { reference } = await send(store);
  const unknown = 'no application has the reference number A-2026-AAAAAA';
  await expect(textOf(retry(store, 'A-2026-AAAAAA'))).rejects.toThrow(unknown);
  await expect(textOf(retry(store, reference))).rejects.toThrow('nothing is left to deliver');
});
