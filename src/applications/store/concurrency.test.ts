import { expect, it } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import { MAX_FILES } from '../rules/limits.ts';
import type { Submitted } from './applications/submit.ts';
import type { Draft } from './drafts/drafts.ts';
import type { Store } from './index.ts';
import {
  EXPIRED_DRAFT_MS,
  engine,
  fileRow,
  NOW,
  newDraft,
  quotaOf,
  readyDraft,
  submitDraft,
  twoMachines,
  values,
} from './testing/index.ts';

/** Number of repetitions of a race with a varying winner. SQLite needs fewer, because it serializes writers. */
const ROUNDS = engine === 'SQLite' ? 3 : 10;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

const isSent = (receipt: Submitted): boolean => 'reference' in receipt;
const submit = ({ applications }: Store, { id, submitKey, addressHash }: Draft) =>
  applications.submit(id, submitKey, values, { now: NOW, quotas: [quotaOf({ key: addressHash })] });

it('does not exceed the draft file limit with concurrent requests', async () => {
  const machines = await twoMachines();
  const { id } = await newDraft(machines[0]);
  const added = await Promise.all(
    Array.from({ length: 2 * MAX_FILES }, (_, at) =>
      machines[at % 2 ? 1 : 0].drafts.addFile(id, fileRow({ name: `${at}.pdf` }), { now: NOW }),
    ),
  );
  expect(added.filter((one) => 'file' in one)).toHaveLength(MAX_FILES);
  const files = await machines[0].drafts.files(id);
  expect(files.map(({ position }) => position)).toEqual(files.map((_, at) => at + 1));
});

it('creates one application for two drafts with the same submit key', async () => {
  const machines = await twoMachines();
  for (const round of rounds) {
    const drafts = [await readyDraft(machines[0]), await readyDraft(machines[0])] as const;
    const receipts = await Promise.all(
      machines.map((store, at) =>
        store.applications.submit(drafts[at ? 1 : 0].id, `key ${round}`, values, { now: NOW }),
      ),
    );
    expect(new Set(receipts.map((one) => 'reference' in one && one.reference)).size).toBe(1);
  }
  expect(await machines[0].applications.list()).toHaveLength(ROUNDS);
});

it('does not exceed the client address limit with concurrent submissions', async () => {
  const machines = await twoMachines();
  for (const round of rounds) {
    const origin = { addressHash: `address ${round}` };
    const receipts = await Promise.all(
      machines.map(async (store) => submit(store, await readyDraft(store, NOW, origin))),
    );
    expect(receipts.filter(isSent)).toHaveLength(1);
  }
});

it('does not exceed a quota with concurrent requests, and counts only what it allows', async () => {
  const machines = await twoMachines();
  const [session, address] = [
    quotaOf({ key: 'session', max: 100, amount: 2, isShared: false }),
    quotaOf({ key: 'address', max: 10, amount: 2 }),
  ];
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      machines[at % 2 ? 1 : 0].rateCounters.take([session, address], NOW, NOW),
    ),
  );
  expect(taken.filter(Boolean)).toHaveLength(5);
  for (const { key } of [session, address])
    expect(await machines[0].rateCounters.increment(key, DAY_MS, NOW)).toMatchObject({ hits: 11 });
});

it('either submits or removes the only file of a draft', async () => {
  const [one, other] = await twoMachines();
  for (const round of rounds) {
    const draft = await readyDraft(one, NOW, { addressHash: `address ${round}` });
    const [file] = await one.drafts.files(draft.id);
    const [receipt, isRemoved] = await Promise.all([
      submit(one, draft),
      other.drafts.removeFile(draft.id, file?.id ?? ''),
    ]);
    expect([round, isSent(receipt)]).toEqual([round, !isRemoved]);
  }
  for (const { files } of await one.applications.list()) expect(files).toBe(1);
});

it('either keeps or sweeps an expired draft in use', async () => {
  const [one, other] = await twoMachines();
  for (const round of rounds) {
    const now = NOW + round * DAY_MS;
    const { id } = await readyDraft(one, now - EXPIRED_DRAFT_MS);
    const [added] = await Promise.all([one.drafts.addFile(id, fileRow(), { now }), other.sweep(now)]);
    const isKept = 'file' in added;
    expect([round, (await one.drafts.get(id)) !== undefined]).toEqual([round, isKept]);
    expect(await one.drafts.files(id)).toHaveLength(isKept ? 2 : 0);
  }
});

it('leases each delivery to only one of many concurrent requests', async () => {
  const machines = await twoMachines();
  for (let index = 0; index < 10; index += 1) await submitDraft(machines[0], { channels: ['forward'] });
  const request = { channels: ['forward'] as const, limit: 4, leaseMs: 60_000 };
  const leases = await Promise.all(
    Array.from({ length: 6 }, (_, at) => machines[at % 2 ? 1 : 0].deliveries.lease(request, NOW)),
  );
  const references = leases.flat().map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
  const rest = await machines[0].deliveries.lease({ ...request, limit: 10 }, NOW);
  expect(references.length + rest.length).toBe(10);
});
