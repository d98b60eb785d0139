import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { ScanStatus } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import { NOW, testStore } from '../../applications/store/testing/index.ts';
import { formatDisplayTime, formatIsoTime } from '../../content/time.ts';
import { listDeliveries, retry } from './deliveries.ts';
import { listApplications } from './show.ts';
import { send } from './testing/sent.ts';

const ALL_SET = { isSet: () => true };
const DAY_MS = 86_400_000;

type Options = Partial<Parameters<typeof listDeliveries>[1]>;

async function readOutput(store: Store, options: Options = {}) {
  const messages: string[] = [];
  const text = await textOf(
    listDeliveries(store, { ...ALL_SET, ...options }, (message) => messages.push(message)),
  );
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
    'Reference      Channel         State      Attempts  Next attempt (Asia/Shanghai)  Reason',
    `${reference}  forward         delivered  1`,
    `${reference}  mail-applicant  waiting    1         2026-11-21 12:05              mail-applicant[2J: no`,
    `${reference}  mail-group      refused    1                                       mail-group[2J: no`,
  ]);
  for (const state of ['waiting', 'refused'] as const) {
    const { lines } = await readOutput(store, { state });
    expect(lines.slice(1)).toEqual([expect.stringContaining(state)]);
  }
  const [, line] = (await textOf(listApplications(store, undefined, () => undefined))).split('\n');
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
    waitsFor: null,
    lastError: error,
    recipients: {},
    history: [{ at, result: 'again', error }],
  });
});

it('retries the undelivered deliveries of an application', async () => {
  const { store, reference } = await createOneDeliveryPerState();
  const text = await textOf(retry(store, reference.toLowerCase(), ALL_SET));
  expect(text.trim().split('\n').sort()).toEqual([
    `${reference}: mail-applicant is retried when the site runs`,
    `${reference}: mail-group is retried when the site runs`,
  ]);
  expect(await store.deliveries.list({ state: 'waiting' })).toHaveLength(2);
});

/** Creates an application with a forward that waits for the scans of two files, of which one was attempted. */
async function createHeldForward(now = Date.now()) {
  const store = await testStore();
  const file = (name: string, scan: ScanStatus) => ({ name, content: name, scan });
  const files = [file('a.pdf', 'held'), file('b.pdf', 'clean'), file('c\u001b.pdf', 'held')];
  const { reference } = await send(store, { files, now, channels: ['forward', 'mail-group'] });
  const [held] = (await store.applications.get(reference))?.files ?? [];
  await store.scans.markHeld(held?.id ?? '', 'Heuristics.Limits.Exceeded.MaxFiles');
  return { store, reference, until: formatDisplayTime(now + DAY_MS), untilIso: formatIsoTime(now + DAY_MS) };
}

const HELD_FILES =
  'the virus scan of a.pdf (Heuristics.Limits.Exceeded.MaxFiles), c.pdf (not scanned yet: check CLAMD_URL with plinth doctor)';

it('prints the held files that a forward waits for, and until when', async () => {
  const { store, until, untilIso } = await createHeldForward();
  const [, forward, mail] = (await readOutput(store)).lines;
  expect(forward).toMatch(
    new RegExp(`forward +waiting +0 +${until} +waits for the virus scan of a\\.pdf \\(Heur`, 'u'),
  );
  expect(mail).toMatch(/mail-group +waiting +0 .+ waits for the site to run$/u);
  const [first] = JSON.parse((await readOutput(store, { isJson: true })).text);
  expect(first).toMatchObject({ nextAt: untilIso, waitsFor: HELD_FILES, lastError: null });
});

it('prints no held files for a forward that no longer waits for them', async () => {
  const { store } = await createHeldForward(Date.now() - DAY_MS);
  const [first] = JSON.parse((await readOutput(store, { isJson: true })).text);
  expect(first).toMatchObject({ channel: 'forward', waitsFor: 'the site to run' });
});

it('a retry prints which virus scans the forward waits for, and until when', async () => {
  const { store, reference, until } = await createHeldForward();
  const text = await textOf(retry(store, reference, ALL_SET));
  expect(text.trim().split('\n').sort()).toEqual([
    `${reference}: forward waits for ${HELD_FILES}, until ${until}`,
    `${reference}: mail-group is retried when the site runs`,
  ]);
});

it('prints the settings that deliveries to an unconfigured channel wait for', async () => {
  const store = await testStore();
  const { reference } = await send(store, { channels: ['forward', 'mail-group'] });
  const isSet = (name: string) => name === 'SMTP_URL';
  const { lines } = await readOutput(store, { isSet });
  expect(lines[1]).toMatch(/waits for the site to run with FORWARD_URL, not set here$/u);
  expect(await textOf(retry(store, reference, { isSet }))).toContain(
    `${reference}: mail-group is retried when the site runs with MAIL_FROM, MAIL_TO, not set here`,
  );
});

it('reports a running attempt instead of retrying', async () => {
  const store = await testStore();
  const { reference } = await send(store, { channels: ['forward'], now: Date.now() });
  await store.deliveries.lease({ channels: ['forward'], limit: 1, leaseMs: 60_000 });
  expect((await readOutput(store)).text).toContain('waits for its running attempt');
  await expect(textOf(retry(store, reference, ALL_SET))).rejects.toThrow(
    `${reference}: an attempt is running`,
  );
});

it('retries a delivery whose process has ended', async () => {
  const store = await testStore();
  const { reference } = await send(store, { channels: ['forward'] });
  await store.deliveries.lease({ channels: ['forward'], limit: 1, leaseMs: 1000 }, NOW);
  expect(await textOf(retry(store, reference, ALL_SET))).toContain('forward is retried when the site runs');
});

it('retries nothing for an unknown or fully delivered application', async () => {
  const store = await testStore();
  const { reference } = await send(store);
  const unknown = 'no application has the reference number A-2026-AAAAAA';
  await expect(textOf(retry(store, 'A-2026-AAAAAA', ALL_SET))).rejects.toThrow(unknown);
  await expect(textOf(retry(store, reference, ALL_SET))).rejects.toThrow('nothing is left to deliver');
});
