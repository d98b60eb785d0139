import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MEGABYTE } from '../../src/form/rules/limits.ts';
import { newIdentifier } from '../../src/lib/identifiers.ts';
import type { Store } from '../../src/store/index.ts';
import { fileRow, values } from '../../src/store/testing/fixtures.ts';

/** `megabytes`: total size of all files. */
export type Size = { applications: number; megabytes: number };

/** Half of the maximum, so that sizes can vary around it. */
const MEAN_BYTES = 5 * MEGABYTE;
/** One in this many visitors has an unsubmitted draft. */
const DRAFT_EVERY = 10;

/** Adds applications with files of many sizes, drafts, deliveries, sessions and counters. */
export async function fill(store: Store, { applications, megabytes }: Size): Promise<void> {
  const share = Math.floor((megabytes * MEGABYTE) / applications);
  for (let number = 0; number < applications; number += 1) {
    const { id, submitKey } = await beginDraft(store, number, sizesOf(share));
    const fields = { ...values, companyName: `${values.companyName} ${number}` };
    const channels = ['forward', 'mail-applicant'] as const;
    const sent = await store.applications.submit(id, submitKey, fields, { channels });
    if ('refused' in sent) throw new Error(sent.refused);
    if (number % DRAFT_EVERY === 0) await beginDraft(store, number, [randomInt(1, MEGABYTE)]);
  }
}

async function beginDraft(store: Store, number: number, sizes: number[]) {
  const session = newIdentifier();
  const origin = { language: 'zh', addressHash: `address ${number}`, session } as const;
  const draft = await store.drafts.create(origin);
  if (!draft) throw new Error('another draft has the key');
  await store.rateCounters.increment(`address ${number}`, 1e9);
  await new Promise<void>((resolve, reject) =>
    store.sessions.set(session, { isKept: true } as never, (error) => (error ? reject(error) : resolve())),
  );
  await store.drafts.saveFields(draft.id, values);
  for (const bytes of sizes) await addFile(store, draft.id, bytes);
  return draft;
}

/** Two or more sizes, in pairs around the mean. */
function sizesOf(share: number): number[] {
  const count = 2 * Math.ceil(share / (2 * MEAN_BYTES));
  const mean = Math.floor(share / count);
  return Array.from({ length: count / 2 }, () => {
    const more = randomInt(mean);
    return [mean + more, mean - more];
  }).flat();
}

async function addFile(store: Store, draftId: string, bytes: number): Promise<void> {
  const upload = await store.uploads.create();
  const hash = createHash('sha256');
  await pipeline(Readable.from(pieces(bytes, hash)), upload.stream);
  const storedName = await store.uploads.commit(upload);
  const added = await store.drafts.addFile(
    draftId,
    fileRow({ name: `计划书 ${bytes}.pdf`, storedName, bytes, sha256: hash.digest('hex') }),
  );
  if ('refused' in added) throw new Error(added.refused);
}

function* pieces(bytes: number, hash: ReturnType<typeof createHash>): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= MEGABYTE) {
    const piece = randomBytes(Math.min(left, MEGABYTE));
    hash.update(piece);
    yield piece;
  }
}
