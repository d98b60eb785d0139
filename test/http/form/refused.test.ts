import { afterEach, describe, expect, it, vi } from 'vitest';
import { textFields } from '../../../src/form/rules/fields.ts';
import {
  MAX_DRAFT_MEGABYTES,
  MAX_OPEN_POSTS_PER_ADDRESS,
  MAX_POST_BYTES,
  OPEN_POSTS_RETRY_S,
} from '../../../src/form/rules/limits.ts';
import { FREE, goodFields, type Sending } from '../../support/form-client.ts';
import { textOf } from '../../support/html.ts';
import { SITE_URL } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import {
  arrive,
  begin,
  byHtmx,
  CHINESE_FORM,
  countOf,
  draftOf,
  FORM,
  goodAnswers,
  pdf,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { componentOf, readFragment } from './read-form.ts';

const hall = siteForFile({ ...FREE, RATE_LIMIT_PER_MINUTE: '60', TRUST_PROXY: '1' });
const from = (address: string) => ({ 'X-Forwarded-For': address });

const SECONDS = 40;
afterEach(() => vi.restoreAllMocks());

/** Makes every address exceed the limit for 40 seconds. */
const refuseAll = () =>
  vi
    .spyOn(hall().store.rateCounters, 'increment')
    .mockImplementation(async () => ({ hits: 100_000, resetsAt: hall().store.now() + SECONDS * 1000 }));

const FOREIGN = { 'Sec-Fetch-Site': 'cross-site' };
const TOO_LARGE = { name: 'film.pdf', content: Buffer.alloc(MAX_POST_BYTES) };

type Refusal = { status: number; sending: Sending; english: string; chinese: string };
const REFUSALS: [string, Refusal][] = [
  [
    'too often',
    { status: 429, sending: {}, english: 'Try again in 40 seconds.', chinese: '请在 40 秒后重试' },
  ],
  [
    'from another site',
    {
      status: 403,
      sending: { headers: FOREIGN },
      english: 'from another website',
      chinese: '来自其他网站',
    },
  ],
  [
    'with too many bytes',
    {
      status: 413,
      sending: { files: [TOO_LARGE] },
      english: `larger than ${MAX_DRAFT_MEGABYTES}MB in total`,
      chinese: `合计超过 ${MAX_DRAFT_MEGABYTES}MB`,
    },
  ],
];

describe.each(REFUSALS)('POST %s', (_what, { status, sending, english, chinese }) => {
  async function visitorAt(path: string): Promise<Visitor> {
    const client = await begin(hall(), path);
    if (status === 429) refuseAll();
    return client;
  }

  it.each([
    [FORM, english, /^Error: /u],
    [CHINESE_FORM, chinese, /^错误/u],
  ])(
    'shows the form at %s with everything typed and the reason, and stores nothing',
    async (path, said, title) => {
      const client = await visitorAt(path);
      const page = await client.post({ ...whole(), ...sending });
      expect(page.status).toBe(status);
      expect(page.summary).toContain(said);
      expect(page.title).toMatch(title);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.headers['retry-after']).toBe(status === 429 ? `${SECONDS}` : undefined);
      expect(client.inputs()).toMatchObject(goodAnswers);
      expect(await draftOf(hall(), client)).toMatchObject({ fields: {}, names: [] });
    },
  );

  it('returns the same form to htmx', async () => {
    const client = await visitorAt(FORM);
    const page = await client.post({ ...whole(), ...sending });
    const fragment = await byHtmx(client, { ...whole(), ...sending });
    expect(fragment.status).toBe(status);
    const [summary] = readFragment(componentOf(fragment.text)).all('div', { id: '_problems' });
    expect(summary && textOf(summary)).toBe(page.summary);
    expect(client.inputs()).toMatchObject(goodAnswers);
  });

  it('returns only the reason for a single file', async () => {
    const client = await visitorAt(FORM);
    const { status: found, text } = await byHtmx(client, { files: [pdf()], ...sending, to: 'files' });
    expect(found).toBe(status);
    expect(text).toMatch(/<p data-problem="">[^<]+<\/p>/u);
    expect(text).toContain(english);
    expect(text).not.toContain('Your answers are');
  });
});

describe('refused visitor without a draft', () => {
  it('sees everything typed, and receives no cookie', async () => {
    const client = await arrive(hall());
    const page = await client.post({ ...whole(), headers: FOREIGN });
    expect(page.status).toBe(403);
    expect(client.inputs()).toMatchObject(goodAnswers);
    expect(client.cookies.size).toBe(0);
  });
});

describe('field check', () => {
  it('submits nothing and stores no file, whatever the body contains', async () => {
    const client = await begin(hall());
    const before = await countOf(hall());
    const { status } = await byHtmx(client, { ...whole(), check: 'industry', button: { action: 'submit' } });
    expect(status).toBe(200);
    expect(await countOf(hall())).toBe(before);
    expect((await draftOf(hall(), client)).names).toEqual([]);
  });

  it.each(['', 'captcha', 'nonsense'])('returns 400 for the field “%s”', async (check) => {
    const client = await begin(hall());
    const body = Buffer.from('companyName=x');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await client.send(`${FORM}?check=${check}`, 'POST', headers, body)).status).toBe(400);
  });
});

/** Requests of a visitor with JavaScript: ten field checks, one of them twice, single files, and the application. */
async function applyByScript(client: Visitor, address: string): Promise<number> {
  const headers = { ...from(address), 'HX-Request': 'true' };
  await client.post({ to: 'files', button: { action: 'begin' }, headers });
  for (const check of [...textFields, 'contactEmail'])
    await client.post({ fields: { [check]: goodFields[check] ?? '' }, check, headers });
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) {
    const { status } = await client.post({ to: 'files', files: [pdf(name)], headers });
    if (status !== 200) return status;
  }
  await client.post({ fields: { ...goodAnswers, captcha: '' }, headers });
  return (await client.post({ fields: goodAnswers, headers: from(address) })).status;
}

it('lets seven visitors of one address apply within one minute', async () => {
  const people = Array.from({ length: 7 }, () => visitor(hall(), FORM, SITE_URL));
  const sent = await Promise.all(
    people.map(async (client) => {
      await client.get();
      return applyByScript(client, '198.51.100.7');
    }),
  );
  expect(sent).toEqual(Array(7).fill(303));
});

it(`shows the form to more than ${MAX_OPEN_POSTS_PER_ADDRESS} concurrent POSTs of an address, which may retry later`, async () => {
  const client = await begin(hall());
  const headers = from('198.51.100.8');
  const release = Promise.withResolvers<void>();
  const { drafts } = hall().store;
  const save = drafts.saveFields;
  const slow = vi.spyOn(drafts, 'saveFields').mockImplementation(async (...given) => {
    await release.promise;
    return save(...given);
  });
  const open = Array.from({ length: MAX_OPEN_POSTS_PER_ADDRESS }, () => client.post({ headers }));
  try {
    await expect.poll(() => slow.mock.calls.length, { timeout: 15_000 }).toBe(MAX_OPEN_POSTS_PER_ADDRESS);
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
