import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  MAX_DRAFT_MEGABYTES,
  MAX_OPEN_POSTS_PER_ADDRESS,
  MAX_POST_BYTES,
  MIN_PIECE_BYTES,
  OPEN_POSTS_RETRY_S,
  SLOW_POST_MS,
} from '../../../src/applications/rules/limits.ts';
import { type Sending, TEST_SETTINGS } from '../../support/form-client.ts';
import { itEach, MATRIX } from '../../support/matrix.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { begin, byHtmx, CHINESE_FORM, draftOf, FORM, goodAnswers, pdf, whole } from './form-site.ts';
import { componentOf } from './read-form.ts';
import { begun, sender, type TusVisitor } from './resumable-sites.ts';

const site = siteForFile({ ...TEST_SETTINGS, RATE_LIMIT_PER_MINUTE: '60', TRUST_PROXY: '1' });
const SECONDS = 40;
afterEach(() => vi.restoreAllMocks());

const REFUSALS: [what: string, status: number, sending: Sending, english: string, chinese: string][] = [
  ['too often', 429, {}, 'Try again in 40 seconds.', '请在 40 秒后重试'],
  [
    'from another site',
    403,
    { headers: { 'Sec-Fetch-Site': 'cross-site' } },
    'from another website',
    '来自其他网站',
  ],
  [
    'with too many bytes',
    413,
    { files: [{ name: 'film.pdf', content: Buffer.alloc(MAX_POST_BYTES) }] },
    `larger than ${MAX_DRAFT_MEGABYTES}MB in total`,
    `合计超过 ${MAX_DRAFT_MEGABYTES}MB`,
  ],
];

describe.each(REFUSALS)('POST %s', (_what, status, sending, english, chinese) => {
  /** Sending a body beyond the limit is slow, so it is tested in one language. */
  const isLarge = status === 413;

  async function visitorAt(path: string) {
    const client = await begin(site(), path);
    if (status === 429)
      vi.spyOn(site().store.rateCounters, 'increment').mockImplementation(async () => ({
        hits: 100_000,
        resetsAt: site().store.now() + SECONDS * 1000,
      }));
    return client;
  }

  itEach(
    [
      { path: FORM, text: english, title: /^Error: /u },
      { path: CHINESE_FORM, text: chinese, title: /^错误/u },
    ],
    ({ path }) => path === FORM || !isLarge,
  )('a refused POST shows the form at $path with all typed texts', async ({ path, text, title }) => {
    const client = await visitorAt(path);
    const page = await client.post({ ...whole(), ...sending });
    expect(page.status).toBe(status);
    expect(page.summary).toContain(text);
    expect(page.title).toMatch(title);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['retry-after']).toBe(status === 429 ? `${SECONDS}` : undefined);
    expect(client.inputs()).toMatchObject(goodAnswers);
    expect(await draftOf(site(), client)).toMatchObject({ fields: {}, names: [] });
  });

  it('a refused POST returns the form to htmx, but only the reason for a single file', {
    tags: isLarge ? MATRIX : [],
  }, async () => {
    const client = await visitorAt(FORM);
    const fragment = await byHtmx(client, { ...whole(), ...sending });
    expect(fragment.status).toBe(status);
    expect(componentOf(fragment.text)).toContain(english);
    expect(client.inputs()).toMatchObject(goodAnswers);
    const single = await byHtmx(client, { files: [pdf()], ...sending, to: 'files' });
    expect(single.status).toBe(status);
    expect(single.text).toMatch(/<p data-problem="">[^<]+<\/p>/u);
    expect(single.text).toContain(english);
  });
});

it('a refused POST shows the files of its draft', async () => {
  const client = await begin(site());
  await client.post({ files: [pdf()], button: { action: 'upload' } });
  const page = await client.post({ headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect([page.status, page.fileNames]).toEqual([403, ['plan.pdf']]);
});

it.each(['', 'captcha', 'nonsense'])('a check of the field “%s” returns 400', async (check) => {
  const client = await begin(site());
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = Buffer.from('companyName=x');
  expect((await client.send(`${FORM}?check=${check}`, 'POST', headers, body)).status).toBe(400);
});

it(`refuses more than ${MAX_OPEN_POSTS_PER_ADDRESS} concurrent POSTs from a client address`, async () => {
  const client = await begin(site());
  const headers = { 'X-Forwarded-For': '198.51.100.8' };
  const release = Promise.withResolvers<void>();
  const { drafts } = site().store;
  const save = drafts.saveFields;
  const slow = vi.spyOn(drafts, 'saveFields').mockImplementation(async (...given) => {
    if (slow.mock.calls.length <= MAX_OPEN_POSTS_PER_ADDRESS) await release.promise;
    return save(...given);
  });
  const open = Array.from({ length: MAX_OPEN_POSTS_PER_ADDRESS }, () => client.post({ headers }));
  try {
    await expect.poll(() => slow.mock.calls.length).toBe(MAX_OPEN_POSTS_PER_ADDRESS);
    const page = await client.post({ ...whole(), headers });
    expect(page.status).toBe(429);
    expect(page.headers['retry-after']).toBe(`${OPEN_POSTS_RETRY_S}`);
    expect(page.summary).toContain(`Try again in ${OPEN_POSTS_RETRY_S} seconds.`);
    expect(client.inputs()).toMatchObject(goodAnswers);
  } finally {
    release.resolve();
    await Promise.all(open);
    slow.mockRestore();
  }
  expect((await client.post({ headers })).status).toBe(422);
});

it('a new stalled upload piece from a client address replaces the slowest one', async () => {
  const visitors = await Promise.all([sender(site()), sender(site()), sender(site())]);
  const uploads = await Promise.all(
    Array.from({ length: MAX_OPEN_POSTS_PER_ADDRESS + 1 }, async (_, at) => {
      const visitor = visitors[at % visitors.length] as TusVisitor;
      return { visitor, url: await begun(visitor, `${at}.pdf`, 2 * MIN_PIECE_BYTES) };
    }),
  );
  const piece = Buffer.alloc(MIN_PIECE_BYTES);
  const patch = ({ visitor, url }: (typeof uploads)[number], bytes: number) =>
    visitor.patch(url, 0, piece.subarray(0, bytes), { 'Content-Length': `${piece.length}` });
  const [last, ...others] = uploads as [(typeof uploads)[number], ...typeof uploads];
  const begunPieces = vi.spyOn(site().store.uploads, 'create');
  const stalled = others.map((upload, at) => patch(upload, at + 1).catch((error: Error) => error));
  await expect.poll(() => begunPieces.mock.calls.length).toBe(MAX_OPEN_POSTS_PER_ADDRESS);
  const refused = await patch(last, piece.length);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, `${OPEN_POSTS_RETRY_S}`]);

  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + SLOW_POST_MS);
  expect((await patch(last, piece.length)).status).toBe(204);
  expect(await Promise.race(stalled)).toBeInstanceOf(Error);
  await Promise.all(others.map(({ visitor, url }) => visitor.remove(url)));
});
