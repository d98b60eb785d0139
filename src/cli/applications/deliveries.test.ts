import { describe, expect, it } from 'vitest';
import type { Store } from '../../store/index.ts';
import { NOW, testStore } from '../../store/testing/index.ts';
import { deliveries, retry } from './deliveries.ts';
import { list } from './list.ts';
import { send, textOf } from './testing/sent.ts';

type Wish = Parameters<typeof deliveries>[1];

async function told(store: Store, wish: Partial<Wish> = {}) {
  const messages: string[] = [];
  const text = await textOf(deliveries(store, { format: 'table', ...wish }, (said) => messages.push(said)));
  return { text, lines: text.split('\n').filter(Boolean), messages };
}

/** An application whose forward is delivered, whose mail to the group was refused, and whose receipt waits. */
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

describe('the deliveries', () => {
  it('are shown in a table, a line a channel', async () => {
    const store = await testStore();
    const reference = await oneOfEach(store);
    const { lines } = await told(store);
    expect(lines).toEqual([
      'Reference      Channel         State      Attempts  Next try (Asia/Shanghai)  Last error',
      `${reference}  forward         delivered  1`,
      `${reference}  mail-applicant  waiting    1         2026-11-21 12:05          mail-applicant[2J: no`,
      `${reference}  mail-group      refused    1                                   mail-group[2J: no`,
    ]);
  });

  it('of one state alone are those that wait, or those that were refused', async () => {
    const store = await testStore();
    await oneOfEach(store);
    for (const state of ['waiting', 'refused'] as const) {
      const { lines } = await told(store, { state });
      expect(lines.slice(1)).toEqual([expect.stringContaining(state)]);
    }
  });

  it('are an array as JSON, with their history', async () => {
    const store = await testStore();
    const reference = await oneOfEach(store);
    const all = JSON.parse((await told(store, { format: 'json' })).text);
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

  it('that are none are said in words, and are an empty array as JSON', async () => {
    const store = await testStore();
    expect((await told(store)).messages).toEqual(['No deliveries yet.']);
    expect((await told(store, { state: 'refused' })).messages).toEqual(['No delivery is refused.']);
    expect((await told(store, { format: 'json' })).text).toBe('[]\n');
  });

  it('are counted in the list of applications', async () => {
    const store = await testStore();
    await oneOfEach(store);
    const [, line] = (await textOf(list(store, {}, () => undefined))).split('\n');
    expect(line).toMatch(/1 of 3, 1 refused$/u);
  });
});

describe('a retry', () => {
  it('names the channels that are tried again', async () => {
    const store = await testStore();
    const reference = await oneOfEach(store);
    const text = await textOf(retry(store, reference.toLowerCase()));
    expect(text.trim().split('\n').sort()).toEqual([
      `${reference}: mail-applicant is tried as soon as the site runs`,
      `${reference}: mail-group is tried as soon as the site runs`,
    ]);
    expect((await store.deliveries.list({ state: 'waiting' })).length).toBe(2);
  });

  it('of an application that is not there, or of what is delivered, is an error', async () => {
    const store = await testStore();
    const { reference } = await send(store);
    await expect(textOf(retry(store, 'A-2026-AAAAAA'))).rejects.toThrow(
      'no application has the reference number',
    );
    await expect(textOf(retry(store, reference))).rejects.toThrow('nothing is left to deliver');
  });
});
