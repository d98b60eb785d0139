import { describe, expect, it } from 'vitest';
import { MAX_FILES, MAX_TEXT_BYTES } from '../form/rules/limits.ts';
import { DAY_MS } from '../lib/days.ts';
import type { Submitted } from './applications/submit.ts';
import type { Store } from './index.ts';
import {
  addUpload,
  EXPIRED_DRAFT_MS,
  fileRow,
  NOW,
  newDraft,
  readyDraft,
  temporaryFolder,
  testStore,
  values,
} from './testing/index.ts';

/** Attempts of a race, whose winner varies. */
const ROUNDS = 10;

/** One store opened by two machines. */
async function twoMachines(): Promise<[Store, Store]> {
  const folder = await temporaryFolder();
  return [await testStore(folder), await testStore(folder)];
}

const isSent = (receipt: Submitted): boolean => 'reference' in receipt;
const held = () => fileRow({ scan: 'held' });

describe('two machines on one store', () => {
  it('do not exceed the file limit of a draft', async () => {
    const machines = await twoMachines();
    const { id } = await newDraft(machines[0]);
    const added = await Promise.all(
      Array.from({ length: 3 * MAX_FILES }, (_, at) =>
        machines[at % 2 ? 1 : 0].drafts.addFile(id, fileRow({ name: `${at}.pdf` }), { now: NOW }),
      ),
    );
    expect(added.filter((one) => 'file' in one)).toHaveLength(MAX_FILES);
    const files = await machines[0].drafts.files(id);
    expect(files.map(({ position }) => position)).toEqual(files.map((_, at) => at + 1));
  });

  it('do not exceed the text limit of a draft', async () => {
    const machines = await twoMachines();
    const { id } = await newDraft(machines[0]);
    const long = 'x'.repeat(Math.floor(MAX_TEXT_BYTES * 0.6));
    const refused = await Promise.all([
      machines[0].drafts.saveFields(id, { companyName: long }, NOW),
      machines[1].drafts.saveFields(id, { industry: long }, NOW),
    ]);
    expect(refused.flat()).toHaveLength(1);
    expect(Object.keys(await machines[0].drafts.fields(id))).toHaveLength(1);
  });

  it('create one application for one submit key', async () => {
    const machines = await twoMachines();
    for (let round = 0; round < ROUNDS; round += 1) {
      const drafts = [await readyDraft(machines[0]), await readyDraft(machines[0])] as const;
      const receipts = await Promise.all(
        machines.map(({ applications }, at) =>
          applications.submit(drafts[at ? 1 : 0].id, `key ${round}`, values, { now: NOW }),
        ),
      );
      expect(new Set(receipts.map((one) => 'reference' in one && one.reference)).size).toBe(1);
    }
    expect(await machines[0].applications.list()).toHaveLength(ROUNDS);
  });

  it('do not exceed the daily limit of an address', async () => {
    const machines = await twoMachines();
    for (let round = 0; round < ROUNDS; round += 1) {
      const address = { language: 'en', addressHash: `address ${round}` } as const;
      const receipts = await Promise.all(
        machines.map(async (store) => {
          const { id, submitKey } = await newDraft(store, NOW, address);
          await addUpload(store, id);
          return store.applications.submit(id, submitKey, values, { now: NOW, maxPerDay: 1 });
        }),
      );
      expect(receipts.filter(isSent)).toHaveLength(1);
    }
  });

  it('either submit or remove the only file of a draft', async () => {
    const machines = await twoMachines();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, submitKey } = await readyDraft(machines[0]);
      const [file] = await machines[0].drafts.files(id);
      const [receipt, isRemoved] = await Promise.all([
        machines[0].applications.submit(id, submitKey, values, { now: NOW }),
        machines[1].drafts.removeFile(id, file?.id ?? ''),
      ]);
      expect([round, isSent(receipt)]).toEqual([round, !isRemoved]);
    }
    for (const { files } of await machines[0].applications.list()) expect(files).toBe(1);
  });

  it('either mark an infected file in the application or refuse the submission', async () => {
    const machines = await twoMachines();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, submitKey } = await readyDraft(machines[0]);
      const added = await machines[0].drafts.addFile(id, held(), { now: NOW });
      const fileId = 'file' in added ? added.file.id : '';
      const [receipt, found] = await Promise.all([
        machines[0].applications.submit(id, submitKey, values, { now: NOW }),
        machines[1].scans.markInfected(fileId),
      ]);
      const expected = 'reference' in receipt ? { reference: receipt.reference } : { draftId: id };
      expect(found).toEqual(expected);
    }
    expect(await machines[0].scans.held()).toEqual([]);
  });

  it('hold every file for a new scanner during a submission', async () => {
    const machines = await twoMachines();
    for (let round = 0; round < ROUNDS; round += 1) {
      const drafts = [await readyDraft(machines[0]), await readyDraft(machines[0])];
      await Promise.all([
        ...drafts.map(({ id, submitKey }) =>
          machines[0].applications.submit(id, submitKey, values, { now: NOW }),
        ),
        machines[1].scans.holdUnscanned(),
      ]);
    }
    const { length } = await machines[0].scans.held();
    expect(length + (await machines[0].scans.holdUnscanned())).toBe(2 * ROUNDS);
  });

  it('either keep or remove an expired draft that is in use', async () => {
    const machines = await twoMachines();
    for (let round = 0; round < ROUNDS; round += 1) {
      const now = NOW + round * DAY_MS;
      const { id } = await readyDraft(machines[0], now - EXPIRED_DRAFT_MS);
      const added = await Promise.all([
        machines[0].drafts.addFile(id, fileRow(), { now }),
        machines[1].sweep(now),
      ]);
      const isKept = 'file' in added[0];
      expect([round, (await machines[0].drafts.get(id)) !== undefined]).toEqual([round, isKept]);
      expect(await machines[0].drafts.files(id)).toHaveLength(isKept ? 2 : 0);
    }
  });

  it('lease each delivery once', async () => {
    const machines = await twoMachines();
    const sent = 20;
    for (let index = 0; index < sent; index += 1) {
      const { id, submitKey } = await readyDraft(machines[0]);
      await machines[0].applications.submit(id, submitKey, values, { now: NOW, channels: ['forward'] });
    }
    const taking = { channels: ['forward'] as const, limit: 4, leaseMs: 60_000 };
    const takes = await Promise.all(
      Array.from({ length: 12 }, (_, at) => machines[at % 2 ? 1 : 0].deliveries.lease(taking, NOW)),
    );
    const references = takes.flat().map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
    const rest = await machines[0].deliveries.lease({ ...taking, limit: sent }, NOW);
    expect(references.length + rest.length).toBe(sent);
  });
});
