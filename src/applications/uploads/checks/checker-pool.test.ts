/** @module-tag slow */
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { itEach } from '../../../../test/support/matrix.ts';
import { commandOf, treeOf } from '../../../../test/support/processes.ts';
import { createCheckerPool } from './checker-pool.ts';
import { buildPdf } from './testing/build-pdf.ts';
import { buildJpeg } from './testing/build-pictures.ts';
import { storedFile } from './testing/stored-file.ts';

const TIMEOUT_MS = 1_500;
const pdf = buildPdf({});
const task = (content: Buffer | string = pdf) => ({
  path: storedFile(Buffer.from(content)),
  bytes: content.length,
});
const ok = { ok: true, type: 'application/pdf' };
const hostile = path.join(import.meta.dirname, 'testing/hostile-checker.ts');

/** A checker has a low priority: on a busy machine it fills its memory more slowly than the site would wait. */
const UNHURRIED_MS = 40_000;

const pools = [
  createCheckerPool(undefined, UNHURRIED_MS),
  createCheckerPool(hostile, TIMEOUT_MS, TIMEOUT_MS),
  createCheckerPool(hostile, UNHURRIED_MS),
] as const;
const [pool, hung, overwhelmed] = pools;
const closeAll = () => {
  for (const one of pools) one.close();
};
afterAll(closeAll);

it('returns a check result from the checker process', async () => {
  expect(await pool.check(task(), ['a'])).toEqual(ok);
  expect(await pool.check(task('\0'), ['a'])).toEqual({ ok: false, code: 'fileDisguised' });
});

it('checks a 108-megapixel photo within the memory limit', { tags: ['matrix'] }, async () => {
  const photo = await buildJpeg(12_032, 9024, { chromaSubsampling: '4:4:4' });
  expect(await pool.check(task(photo), ['a'])).toEqual({ ok: true, type: 'image/jpeg' });
});

it('rejects with the system error if the disk fails', async () => {
  const missing = { path: '/nowhere/at-all', bytes: 10 };
  await expect(pool.check(missing, ['a'])).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
});

it('rejects if the checker does not start', async () => {
  const broken = createCheckerPool(path.join(import.meta.dirname, 'no-such-checker.ts'), TIMEOUT_MS);
  await expect(broken.check(task(), ['a'])).rejects.toMatchObject({ syscall: 'spawn' });
  const results = { answered: 0, late: 0, died: 0 };
  expect(broken.counts()).toEqual({ waiting: 0, running: 0, results });
});

it("does not pass the site's environment to a checker", async () => {
  const { type } = (await hung.check(task('environment'), ['a'])) as { type: string };
  const names = type.split('\0').map((setting) => setting.split('=')[0]);
  expect(names.toSorted()).toEqual(['', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'PWD']);
});

it('keeps the checker running after signals to the process group', async () => {
  await pool.check(task(), ['a']);
  const [pid = 0] = checkersNow();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
  expect(await pool.check(task(), ['a'])).toEqual(ok);
  expect(checkersNow()).toContain(pid);
});

it('a check that times out delays only the files of the same visitor', async () => {
  await Promise.all(['a', 'b'].map((who) => hung.check(task('warm'), [who])));
  const own = ['endless', 'x'].map((content) => hung.check(task(content), ['a']));
  await expect.poll(hung.counts).toMatchObject({ waiting: 1, running: 1 });
  expect(await Promise.all(['b', 'c'].map((who) => hung.check(task('x'), [who])))).toEqual([ok, ok]);
  expect(await Promise.all(own)).toEqual([{ ok: false, code: 'fileNotChecked' }, ok]);
  expect(hung.counts()).toMatchObject({ waiting: 0, running: 0, results: { late: 1 } });
});

it('checks a file while the clients of another network send files whose checks never end', async () => {
  let answered = 0;
  const attacks = ['1', '2', '3', '4'].map(async (client) => {
    await hung.check(task('endless'), [client, 'network']);
    answered += 1;
  });
  expect(await hung.check(task('x'), ['d'])).toEqual(ok);
  expect(answered).toBeLessThan(attacks.length - 1);
  await Promise.all(attacks);
});

const greedy = ['list', 'abort'].map((content) => ({ content }));
itEach(greedy, ({ content }) => content === 'abort')(
  'a check that crashes its process does not affect other checks: $content',
  async ({ content }) => {
    const [refused, next] = await Promise.all([
      overwhelmed.check(task(content), ['a']),
      overwhelmed.check(task('next'), ['b']),
    ]);
    expect([refused, next]).toEqual([{ ok: false, code: 'fileUnsafe' }, ok]);
  },
);

it('closing the pools ends all checker processes', async () => {
  await expect.poll(() => pools.every((one) => one.counts().running === 0)).toBe(true);
  closeAll();
  await expect.poll(checkersNow).toEqual([]);
});

/** Returns the process ids of this process's running checkers. */
const checkersNow = (): number[] =>
  treeOf(process.pid).filter((pid) => commandOf(pid).includes('checker.ts'));
