import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as openPostLimits from '../src/applications/form/open-posts.ts';
import * as formLimits from '../src/applications/rules/limits.ts';
import { MAX_RETRY_DELAY_MS } from '../src/content/backend/cache.ts';
import { MAX_RESPONSE_BYTES } from '../src/content/backend/client.ts';
import { LIST_LIMITS } from '../src/content/backend/parsers.ts';
import { MAX_CHARACTERS, MAX_DEPTH, MAX_WORK } from '../src/content/text/parse-html.ts';
import { MAX_LINE_CHARACTERS, MAX_TAGS } from '../src/content/text/plain-lines.ts';
import { ALLOWED_OUTPUT_CHARACTERS, MAX_OUTPUT_FACTOR } from '../src/content/text/rich-text.ts';
import { HTTP_LIMITS, MAX_CONNECTIONS } from '../src/http/http-limits.ts';
import { READING_LIMITS } from '../src/http/middleware/rate-limits.ts';
import { MAX_WAITING } from '../src/media/pictures.ts';
import {
  MAX_ANIMATED_FRAMES,
  MAX_ANIMATED_PIXELS,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_RESIZE_S,
} from '../src/media/resize-picture.ts';
import { MAX_SRCSET_CHARACTERS } from '../views/components/prose.tsx';

const contentLimits = {
  ...{ MAX_CHARACTERS, MAX_DEPTH, MAX_WORK, MAX_OUTPUT_FACTOR, ALLOWED_OUTPUT_CHARACTERS },
  ...{
    MAX_LINE_CHARACTERS,
    MAX_TAGS,
    MAX_SRCSET_CHARACTERS,
    LIST_LIMITS,
    MAX_RESPONSE_BYTES,
    MAX_RETRY_DELAY_MS,
  },
};
const imageLimits = {
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_ANIMATED_FRAMES,
  MAX_ANIMATED_PIXELS,
  MAX_RESIZE_S,
  MAX_WAITING,
};
const { createOpenPosts: _, ...openPosts } = openPostLimits;
const requestLimits = { READING_LIMITS, ...openPosts, HTTP_LIMITS };
/** Limits that the table in SECURITY.md may name. */
const limits: Record<string, unknown> = {
  ...formLimits,
  ...contentLimits,
  ...imageLimits,
  ...requestLimits,
  MAX_CONNECTIONS,
};

/** Exported numbers of `limits.ts` that are not limits: units, and parts of texts. */
const NOT_LIMITS = [
  ...['KILOBYTE', 'MEGABYTE', 'MAX_FILE_MEGABYTES', 'MAX_DRAFT_MEGABYTES'],
  ...['CAPTCHA_DIGITS', 'EARLIEST_DAY', 'POST_KINDS'],
];

const SIZES: readonly [number, string][] = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
];
const TIMES: readonly [number, string][] = [
  [86_400_000, 'days'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
  [1, 'ms'],
];

/** Units of a limit, by the end of its name, and the factor of the constant's own unit. */
const UNITS: readonly [name: RegExp, units: readonly [number, string][], factor: number][] = [
  [/kilobytes/iu, SIZES, 1024],
  [/bytes(?:_PER_S)?$/iu, SIZES, 1],
  [/_?Ms$/iu, TIMES, 1],
  [/_S$/u, TIMES, 1000],
  [/_MINUTES$/u, [[1, 'min']], 1],
  [/_HOURS$/u, [[1, 'h']], 1],
  [/_DAYS$/u, [[1, 'days']], 1],
];

/** Formats a limit like the table, in the largest unit that divides it. */
function format(name: string, value: number): string {
  const [, units = [], factor = 1] = UNITS.find(([ending]) => ending.test(name)) ?? [];
  const amount = value * factor;
  const [size, unit] = units.find(([one]) => amount >= one && amount % one === 0) ?? [1, ''];
  const figure = (amount / size).toLocaleString('en');
  return `${figure} ${figure === '1' ? unit.replace('days', 'day') : unit}`.trim();
}

const valueAt = (name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], limits);

const text = readFileSync(path.join(import.meta.dirname, '../SECURITY.md'), 'utf8');
const section = text.slice(text.indexOf('\n## Limits'));
const rows = [...section.matchAll(/^\| `(?<name>[\w.]+)` \| (?<figure>[^|]+) \|/gmu)].map(
  ({ groups }) => groups as { name: string; figure: string },
);

it('SECURITY.md states the figure of every limit in its table', () => {
  const wrong = rows.filter(({ name, figure }) => {
    const value = valueAt(name);
    const expected = typeof value === 'number' ? format(name, value) : undefined;
    return expected === undefined || !`${figure} `.startsWith(`${expected} `);
  });
  expect(wrong.map((row) => ({ ...row, value: valueAt(row.name) }))).toEqual([]);
});

it('the table in SECURITY.md names every limit of forms and requests', () => {
  const named = new Set(rows.map(({ name }) => name.split('.')[0]));
  const known = Object.keys({ ...formLimits, ...requestLimits }).filter(
    (name) => /^[A-Z_]+$/u.test(name) && !NOT_LIMITS.includes(name),
  );
  expect(known.filter((name) => !named.has(name))).toEqual([]);
});
