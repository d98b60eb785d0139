import { describe, expect, it } from 'vitest';
import type { Store } from '../../store/index.ts';
import { NOW, testStore } from '../../store/testing/index.ts';
import { deliveries, retry } from './deliveries.ts';
import { list } from './list.ts';
import { send, textOf } from './testing/sent.ts';

async function outputOf(store: Store, options: Parameters<typeof deliveries>[1] = {}) {
  const messages: string[] = [];
  const text = await textOf(deliveries(store, options, (message) => messages.push(message)));
  return { text, lines: text.split('\n').filter(Boolean), messages };
}

/** Application with a delivered forward, a refused notice and a waiting receipt. */
async function oneOfEach(store: Store): Promise<string> {
  const channels = ['forward', 'mail-group', 'mail-applicant'] as const;
  const { reference } = await send(store, { channels: [...channels] });
  const taken = await store.deliveries.lease({ channels, limit: 3, leaseMs: 1000 }, NOW);
  for (const one of taken) {
    const error = one.channel === 'forward' ? undefined : `${one.channel}\u001b[2J: no`;
    const result = { forward: 'delivered', 'mail-group': 'refused', 'mail-applicant': 'again' } as const;
    const settled = { at: NOW, result: result[one.channel], error, nextAt: NOW + 300_000 };
    await store.deliveries.recordAttempt(one, settled);
  }
  return reference;
}

describe('applications -- deliveries', () => {
  it('prints a table with a row per application and channel', async () => {
    const store = await testStore();
    const reference = await oneOfEach(store);
    const { lines } = await outputOf(store);
    expect(lines).toEqual([
      'Reference      Channel         State      Attempts  Next attempt (Asia/Shanghai)  Last error',
      `${reference}  forward         delivered  1`,
      `${reference}  mail-applicant  waiting    1         2026-11-21 12:05              mail-applicant[2J: no`,
      `${reference}  mail-group      refused    1                                       mail-group[2J: no`,
    ]);
  });

  it('prints only the waiting or only the refused deliveries', async () => {
    const store = await testStore();
    await oneOfEach(store);
    for (const state of ['waiting', 'refused'] as const) {
      const { lines } = await outputOf(store, { state });
      expect(lines.slice(1)).toEqual([expect.stringContaining(state)]);
    }
  });

  it('prints JSON with the history of each delivery', async () => {
    const store = await testStore();
    const reference = await oneOfEach(store);
    const all = JSON.parse((await outputOf(store, { isJson: true })).text);
    expect(all).toHaveLength(3);
    expect(all[1]).toEqual({
      reference,
      channel: 'mail-applicant',
      state: 'waiting',
      attempts: 1,
      createdAt: '2026-11-21T12:00:00.000+08:00',
      nextAt: '2026-11-21T12:05:00.000+08:00',
      lastError: 'mail-applicant\u001b[2J: no',
      history: [
        { at: '2026-11-21T12:00:00.000+08:00', result: 'again', error: 'mail-applicant\u001b[2J: no' },
      ],
    });
  });

  it('says that there are none, and prints an empty JSON array', async () => {
    const store = await testStore();
    expect((await outputOf(store)).messages).toEqual(['No deliveries yet.']);
    expect((await outputOf(store, { state: 'refused' })).messages).toEqual(['No delivery is refused.']);
    expect((await outputOf(store, { isJson: true })).text).toBe('[]\n');
  });

  it('counts deliveries in the list of applications', async () => {
    const store = await testStore();
    await oneOfEach(store);
    const [, line] = (await textOf(list(store, {}, () => undefined))).split('\n');
    expect(line).toMatch(/1 of 3, 1 refused$/u);
  });
});

describe('applications -- retry', () => {
  it('names the channels that are retried', async () => {
    const store = await testStore();
    const reference = await oneOfEach(store);
    const text = await textOf(retry(store, reference.toLowerCase()));
    expect(text.trim().split('\n').sort()).toEqual([
      `${reference}: mail-applicant is retried when the site runs`,
      `${reference}: mail-group is retried when the site runs`,
    ]);
    expect((await store.deliveries.list({ state: 'waiting' })).length).toBe(2);
  });

  it('fails for an unknown application and if nothing is left to deliver', async () => {
    const store = await testStore();
    const { reference } = await send(store);
    await expect(textOf(retry(store, 'A-2026-AAAAAA'))).rejects.toThrow(
      'no application has the reference number',
    );
    await expect(textOf(retry(store, reference))).rejects.toThrow('nothing is left to deliver');
  });
});
