import { expect, it } from 'vitest';
import { MAX_FILES } from '../../../src/form/rules/limits.ts';
import { fileOf } from './files.ts';
import { arrive, formSiteForFile } from './form-site.ts';

const site = formSiteForFile();
const POSTS = 15;
const FILES = Array.from({ length: MAX_FILES }, (_, number) => fileOf(`${number}.exe`, 'x'));
/** A shared limiter would make the ratio ten or more. */
const MAX_RATIO = 4;

it('accepts ten files of one byte immediately', async () => {
  const client = await arrive(site());
  const times: Record<'one' | 'ten', number[]> = { one: [], ten: [] };
  for (let post = 0; post < POSTS; post += 1) {
    for (const [name, files] of [
      ['one', FILES.slice(0, 1)],
      ['ten', FILES],
    ] as const) {
      const startedAt = performance.now();
      const { status } = await client.post({ to: 'files', files });
      times[name].push(performance.now() - startedAt);
      expect(status).toBe(422);
    }
  }
  expect(Math.min(...times.ten) / Math.min(...times.one)).toBeLessThan(MAX_RATIO);
});
