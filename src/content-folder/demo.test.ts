import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const demo = path.join(import.meta.dirname, 'demo/zh');
/** A space between a Chinese character and a Latin letter or digit. */
const SPACE = /\p{Script=Han} +[\p{Script=Latin}\d]|[\p{Script=Latin}\d] +\p{Script=Han}/u;

it('writes Chinese and Latin characters without spaces between them in the demo', () => {
  const lines = globSync('**/*.{html,json}', { cwd: demo }).flatMap((file) =>
    readFileSync(path.join(demo, file), 'utf8')
      .replaceAll(/<[^>]*>/gu, '')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  );
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => SPACE.test(line))).toEqual([]);
});
