import type { Request } from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import {
  ANSWERED_REFUSALS,
  CLIENT_LIMITS,
  MAX_DRAFT_MEGABYTES,
  MAX_OPEN_POSTS,
  MAX_POST_BYTES,
  OPEN_POSTS_RETRY_S,
} from '../../../src/applications/rules/limits.ts';
import { rowsOf } from '../../stress/attack/support/traces.ts';
import { goodFields, type Sending, TEST_SETTINGS } from '../../support/form-client.ts';
import { SITE_URL } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { tusClient } from '../../support/tus-client.ts';
import {
  arrive,
  begin,
  byHtmx,
  CHINESE_FORM,
  countOf,
  draftOf,
  FORM,
  goodAnswers,
  lowerQuota,
  pdf,
  type Visitor,
  whole,
} from './form-site.ts';
import { componentOf } from './read-form.ts';

const LIMIT = 2;
const behindProxy = siteForFile({ ...TEST_SETTINGS, RATE_LIMIT_PER_MINUTE: `${LIMIT}`, TRUST_PROXY: '1' });
const site = siteForFile({ ...TEST_SETTINGS, RATE_LIMIT_PER_MINUTE: '60', TRUST_PROXY: '1' });
afterEach(() => vi.restoreAllMocks());

const from = (address: string) => ({ 'X-Forwarded-For': address });

/** Counts POSTs of newcomers at a client address up to one below its limit. */
async function crowd(address: string) {
  const { quotas } = behindProxy().services;
  const [quota] = quotas.ofPost('posts', { ip: address, headers: {} } as Request);
  if (!quota) throw new Error('no limit');
  await behindProxy().store.rateCounters.take([{ ...quota, amount: quota.max - 1 }]);
}

it('counts the POSTs of newcomers at one client address together, without storing the address', async () => {
  const [one, other] = [await arrive(behindProxy()), await arrive(behindProxy(), CHINESE_FORM)];
  await crowd('192.0.2.2');
  // Only the last entry counts, because the proxy wrote it.
  expect((await one.post({ headers: from('1.1.1.1, 192.0.2.2') })).status).toBe(422);
  for (let time = 0; time < 8; time += 1) expect((await one.get(FORM, from('192.0.2.2'))).status).toBe(200);
  const page = await other.post({ headers: from('2.2.2.2, 192.0.2.2') });
  const seconds = Number(page.headers['retry-after']);
  expect([page.status, page.summary]).toEqual([429, expect.stringContaining(`请在 ${seconds} 秒后重试`)]);
  expect(seconds).toBeGreaterThan(0);
  expect((await one.post({ headers: from('192.0.2.2') })).status).toBe(422);
  expect((await other.post({ headers: from('192.0.2.3') })).status).toBe(422);
  const rows = ['limits', 'drafts'].flatMap((table) => rowsOf(behindProxy(), `select * from ${table}`));
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain('192.0.2');
});

it.each([
  ['files sent alone', '192.0.2.5', { to: 'files', button: { action: 'begin' } }, 'uploads'],
  ['field checks', '192.0.2.9', { check: 'industry', fields: { industry: 'x' } }, 'checks'],
] as const)('counts %s separately from submits with their own limit', async (_what, ip, sending, kind) => {
  const client = await begin(behindProxy(), FORM, SITE_URL);
  const headers = { ...from(ip), 'HX-Request': 'true' };
  const found = new Set<number>();
  for (let at = 0; at < LIMIT * CLIENT_LIMITS[kind].session; at += 1)
    found.add((await client.post({ ...sending, headers })).status);
  expect([...found]).toEqual([200]);
  expect((await client.post({ ...sending, headers })).status).toBe(429);
  expect((await client.post({ headers })).status).toBe(422);
  if (!('to' in sending)) return;
  const { request, to } = tusClient(client);
  for (const url of [to, `${to}/x`]) expect((await request('POST', url, headers)).status).toBe(429);
});

const upload = (client: Visitor, address: string) =>
  client.post({
    files: [pdf('plan.pdf', 'x'.repeat(400))],
    button: { action: 'upload' },
    headers: from(address),
  });

it('refuses a new draft beyond its limit with 429', async () => {
  const client = await begin(behindProxy());
  lowerQuota(behindProxy(), 'drafts', 0);
  const late = await arrive(behindProxy());
  const page = await late.post({ ...whole(), headers: from('192.0.2.22') });
  expect([page.status, page.headers['retry-after']]).toEqual([429, '3600']);
  expect(page.summary).toContain('try again in an hour');
  expect([late.inputs(), late.cookies.size]).toMatchObject([goodAnswers, 0]);
  expect((await upload(client, '192.0.2.22')).status).toBe(303);
});

it('refuses an application beyond its limit with 429 and stores the draft', async () => {
  lowerQuota(behindProxy(), 'applications', 0);
  const before = await countOf(behindProxy());
  const client = await arrive(behindProxy());
  const page = await client.post({ ...whole(), headers: from('192.0.2.24') });
  expect(page.status).toBe(429);
  expect(page.summary).toContain('Too many applications have been submitted');
  expect(page.summary).toMatch(/You can submit them from \d+ \w+ \d{4} at \d\d:\d\d/u);
  expect(Number(page.headers['retry-after'])).toBeGreaterThan(3000);
  expect(await countOf(behindProxy())).toBe(before);
  expect(await draftOf(behindProxy(), client)).toMatchObject({ fields: goodFields, names: ['plan.pdf'] });
});

const SECONDS = 40;

it.each<[what: string, status: number, sending: Sending, said: string]>([
  ['too often', 429, {}, `Try again in ${SECONDS} seconds.`],
  ['from another site', 403, { headers: { 'Sec-Fetch-Site': 'cross-site' } }, 'from another website'],
  [
    'with too many bytes',
    413,
    { files: [{ name: 'film.pdf', content: Buffer.alloc(MAX_POST_BYTES) }] },
    `larger than ${MAX_DRAFT_MEGABYTES}MB in total`,
  ],
])(
  'a POST that is refused %s shows the form with all typed texts and its files',
  async (_what, status, sending, said) => {
    const client = await begin(site());
    await client.post({ files: [pdf('kept.pdf')], button: { action: 'upload' } });
    if (status === 429)
      vi.spyOn(site().store.rateCounters, 'increment').mockImplementation(async () => ({
        hits: 100_000,
        resetsAt: site().store.now() + SECONDS * 1000,
      }));
    const page = await client.post({ ...whole(), ...sending });
    expect([page.status, page.title]).toEqual([status, expect.stringMatching(/^Error: /u)]);
    expect(page.summary).toContain(said);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['retry-after']).toBe(status === 429 ? `${SECONDS}` : undefined);
    expect([client.inputs(), page.fileNames]).toMatchObject([goodAnswers, ['kept.pdf']]);
    expect(await draftOf(site(), client)).toMatchObject({ names: ['kept.pdf'] });
    if (status === 413) return;
    const fragment = await byHtmx(client, { ...whole(), ...sending });
    expect([fragment.status, componentOf(fragment.text)]).toEqual([status, expect.stringContaining(said)]);
  },
);

const SHORT = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };

it('refuses further concurrent POSTs of a session, but not of a neighbour', async () => {
  const [client, neighbour] = [await begin(site()), await begin(site())];
  const headers = from('198.51.100.8');
  const release = Promise.withResolvers<void>();
  const { drafts } = site().store;
  const save = drafts.saveFields;
  const slow = vi.spyOn(drafts, 'saveFields').mockImplementation(async (...given) => {
    await release.promise;
    return save(...given);
  });
  const open = Array.from({ length: MAX_OPEN_POSTS.perSession }, () => client.post({ headers }));
  await expect.poll(() => slow.mock.calls.length).toBe(MAX_OPEN_POSTS.perSession);
  const page = await client.post({ ...whole(), headers });
  expect(page.status).toBe(429);
  expect(page.headers).toMatchObject({ ...SHORT, 'retry-after': `${OPEN_POSTS_RETRY_S}` });
  expect(page.text).toContain(`Try again in ${OPEN_POSTS_RETRY_S} seconds.`);
  const other = neighbour.post({ headers });
  await expect.poll(() => slow.mock.calls.length).toBe(MAX_OPEN_POSTS.perSession + 1);
  release.resolve();
  expect((await other).status).toBe(422);
  await Promise.all(open);
  expect((await client.post({ headers })).status).toBe(422);
});

it('refuses further concurrent upload pieces of a session', async () => {
  const mine = tusClient(await begin(site(), FORM, SITE_URL));
  const release = Promise.withResolvers<undefined>();
  const lookup = vi.spyOn(site().store.resumableUploads, 'draftOf').mockReturnValue(release.promise);
  const url = `${mine.to}/${'A'.repeat(22)}`;
  const patch = () => mine.patch(url, 0, Buffer.alloc(1), from('198.51.100.9'));
  const open = Array.from({ length: MAX_OPEN_POSTS.perSession }, patch);
  await expect.poll(() => lookup.mock.calls.length).toBe(MAX_OPEN_POSTS.perSession);
  expect((await patch()).status).toBe(429);
  release.resolve(undefined);
  await Promise.all(open);
});

it('responds to refused POSTs beyond their own limit with a short text, without reading the body', async () => {
  const client = await arrive(site());
  const headers = { ...from('198.51.100.10'), 'Sec-Fetch-Site': 'cross-site' };
  const statuses = new Set<string>();
  for (let at = 0; at < ANSWERED_REFUSALS.perClient; at += 1) {
    const { status, title } = await client.post({ headers });
    statuses.add(`${status} ${title?.slice(0, 6)}`);
  }
  expect([...statuses]).toEqual(['403 Error:']);
  const { status, headers: sent, text } = await client.post({ ...whole(), headers });
  expect([status, sent]).toMatchObject([403, SHORT]);
  expect(text).toContain('Go back to the form and submit it again.');
  expect((await client.post({ headers: from('198.51.100.10') })).status).toBe(422);
});
