import { promisify } from 'node:util';
import type { SessionData } from 'express-session';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../lib/days.ts';
import { KILOBYTE } from '../../rules/limits.ts';
import type { Store } from '../index.ts';
import { fileRow, NOW, newDraft, readyDraft, submitDraft, testStore, textOf } from '../testing/index.ts';

const quotaOf = (max: number, isOfNetwork = false) => [{ key: 'quota', max, windowMs: DAY_MS, isOfNetwork }];
const ORIGIN = { language: 'zh', addressHash: 'address' } as const;

const solve = ({ drafts }: Store, id: string) => drafts.answerCaptcha(id, { isRight: () => true }, NOW);

it('replaces the oldest unsolved draft of a client address beyond its quota, first those without files', async () => {
  const store = await testStore();
  const { drafts, sessions } = store;
  const set = promisify(sessions.set.bind(sessions));
  const get = promisify(sessions.get.bind(sessions));
  for (const id of ['old', 'fresh']) await set(id, { cookie: {} } as SessionData);
  await submitDraft(store);
  const [elsewhere, solved] = [
    await newDraft(store, NOW - 4, { addressHash: 'b' }),
    await newDraft(store, NOW - 3),
  ];
  await solve(store, solved.id);
  const old = await readyDraft(store, NOW - 2, { session: 'old' });
  let now = NOW;
  const begin = (quotas = quotaOf(2)) => drafts.create({ ...ORIGIN, session: 'fresh', quotas }, now++);
  const [one, two] = [await begin(), await begin()];
  expect(await drafts.get(old.id)).toBeDefined();

  const [three, four] = [await begin(), await begin()];
  expect([three, four]).not.toContain(undefined);
  const ids = [elsewhere, solved, old, one, two, three, four].map((draft) => draft?.id ?? '');
  const found = await Promise.all(ids.map((id) => drafts.get(id)));
  expect(found.map(Boolean)).toEqual([true, true, true, false, false, true, true]);
  for (const id of ids.slice(5)) await solve(store, id);
  const five = await begin();
  await expect(textOf(store, old.storedName)).rejects.toThrow('ENOENT');
  expect([await get('old'), Boolean(await get('fresh'))]).toEqual([null, true]);

  expect(await begin(quotaOf(2, true))).toBeUndefined();
  await solve(store, five?.id ?? '');
  expect(await begin()).toBeUndefined();
});

it('keeps all drafts of a client address that holds no more than its quota', async () => {
  const store = await testStore();
  const kept = await newDraft(store, NOW - 1);
  const begin = () => store.drafts.create({ ...ORIGIN, quotas: quotaOf(2) }, NOW);
  for (const draft of [await begin(), await begin()]) await store.drafts.remove(draft?.id ?? '');
  expect(await begin()).toBeDefined();
  expect(await store.drafts.get(kept.id)).toEqual(kept);
});

it('removes the files of the oldest drafts of a client address beyond its byte quota', async () => {
  const store = await testStore();
  const { drafts, resumableUploads, scans } = store;
  const quotas = quotaOf(10);
  const [solved, old, begun, fresh] = [
    await newDraft(store, NOW - 3),
    await newDraft(store, NOW - 2),
    await newDraft(store, NOW - 1),
    await newDraft(store, NOW),
  ];
  const add = (id: string, kilobytes: number) =>
    drafts.addFile(id, fileRow({ bytes: kilobytes * KILOBYTE }), { quotas, now: NOW });
  const begin = (id: string, kilobytes: number) =>
    resumableUploads.begin(
      id,
      { name: 'a.pdf', bytes: kilobytes * KILOBYTE, modifiedAt: null, metadata: '', quotas },
      NOW,
    );
  await solve(store, solved.id);
  for (const { id } of [solved, old]) await add(id, 3);
  await begin(begun.id, 4);

  const [file] = await drafts.files(solved.id);
  await drafts.removeFile(solved.id, file?.id ?? '');
  expect(await add(fresh.id, 3)).toHaveProperty('file');
  expect(await drafts.files(old.id)).toHaveLength(1);
  expect(await begin(fresh.id, 4)).toHaveProperty('id');
  expect([await drafts.files(old.id), (await resumableUploads.unfinished(begun.id)).length]).toEqual([[], 0]);
  expect(await scans.removedFiles(begun.id)).toMatchObject([{ name: 'a.pdf', reason: 'noRoom' }]);
  expect(await add(fresh.id, 6)).toEqual({ refused: 'addressFull' });
  expect(await drafts.files(fresh.id)).toHaveLength(1);
});
