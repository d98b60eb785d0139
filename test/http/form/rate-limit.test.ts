import { connect } from 'node:net';
import type { Request } from 'express';
import { expect, it } from 'vitest';
import { MAX_OPEN_POSTS, OPEN_POSTS_RETRY_S } from '../../../src/applications/form/open-posts.ts';
import {
  CLIENT_LIMITS,
  MAX_DRAFT_MEGABYTES,
  MAX_POST_BYTES,
  MEGABYTE,
} from '../../../src/applications/rules/limits.ts';
import { HOUR_MS } from '../../../src/lib/days.ts';
import { postBytes } from '../../stress/attack/support/bodies.ts';
import { rowsOf } from '../../stress/attack/support/traces.ts';
import { goodFields, type Sending, TEST_SETTINGS } from '../../support/form-client.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import { SITE_URL, type Site } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { during, executeSql, locked } from '../../support/store-faults.ts';
import { metadataOf, tusClient } from '../../support/tus-client.ts';
import {
  arrive,
  begin,
  byHtmx,
  CHINESE_FORM,
  countOf,
  draftOf,
  exhaust,
  FORM,
  goodAnswers,
  pdf,
  type Visitor,
  whole,
} from './form-site.ts';
import { componentOf } from './read-form.ts';
import { begun, sender } from './resumable-sites.ts';

const LIMIT = 2;
const behindProxy = siteForFile({ ...TEST_SETTINGS, RATE_LIMIT_PER_MINUTE: `${LIMIT}`, TRUST_PROXY: '1' });
const site = siteForFile({ ...TEST_SETTINGS, RATE_LIMIT_PER_MINUTE: '60', TRUST_PROXY: '1' });

const from = (address: string) => ({ 'X-Forwarded-For': address });

/** Returns the quotas for POSTs of a visitor with these cookies, or of newcomers at an address. */
const postQuotas = (at: Site, ip: string, cookie?: string) =>
  at.services.quotas.ofPost('posts', { ip, headers: { cookie } } as Request);
/** Returns the quotas of an address and of a session that nobody uses. */
const sharedQuotas = (name: 'kilobytes' | 'applications', address: string) =>
  behindProxy().services.quotas.of(name, { id: '', session: null }, address);

it('counts the POSTs of newcomers at one client address together, without storing the address', async () => {
  const [one, other] = [await arrive(behindProxy()), await arrive(behindProxy(), CHINESE_FORM)];
  await exhaust(behindProxy(), postQuotas(behindProxy(), '192.0.2.2'), 1);
  // Only the last entry counts, because the proxy wrote it.
  expect((await one.post({ headers: from('1.1.1.1, 192.0.2.2') })).status).toBe(422);
  for (let time = 0; time < 8; time += 1) expect((await one.get(FORM, from('192.0.2.2'))).status).toBe(200);
  const page = await other.post({ headers: from('2.2.2.2, 192.0.2.2') });
  const seconds = Number(page.headers['retry-after']);
  expect([page.status, page.summary]).toEqual([429, expect.stringContaining(`请在${seconds}秒后重试`)]);
  expect(seconds).toBeGreaterThan(0);
  expect((await one.post({ headers: from('192.0.2.2') })).status).toBe(422);
  expect((await other.post({ headers: from('192.0.2.3') })).status).toBe(422);
  const rows = ['limits', 'drafts'].flatMap((table) => rowsOf(behindProxy(), `select * from ${table}`));
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain('192.0.2');
});

const FILE = metadataOf({ filename: 'a.pdf', lastModified: '1' });

it.each([
  ['uploads', (client: Visitor) => tusClient(client).create('', MEGABYTE, { 'Upload-Metadata': FILE }), 201],
  ['checks', (client: Visitor) => byHtmx(client, { check: 'industry', fields: { industry: 'x' } }), 200],
] as const)('counts %s separately from submits with their own limit', async (kind, send, status) => {
  const client = await begin(behindProxy(), FORM, SITE_URL);
  const found = new Set<number>();
  for (let at = 0; at < LIMIT * CLIENT_LIMITS[kind].session; at += 1) found.add((await send(client)).status);
  expect([...found]).toEqual([status]);
  expect((await send(client)).status).toBe(429);
  expect((await client.post({})).status).toBe(422);
});

it('refuses a new draft beyond its limit with 429', async () => {
  const client = await begin(behindProxy());
  // A shared quota does not refuse a draft that is older than its window.
  await executeSql(behindProxy(), `update drafts set created_at = created_at - ${HOUR_MS}`);
  await exhaust(behindProxy(), sharedQuotas('kilobytes', '192.0.2.22'));
  const late = await arrive(behindProxy());
  const headers = from('192.0.2.22');
  const page = await late.post({ ...whole(), headers });
  expect([page.status, page.headers['retry-after']]).toEqual([429, '3600']);
  expect(page.summary).toContain('try again in an hour');
  expect([late.inputs(), late.cookies.size]).toMatchObject([goodAnswers, 0]);
  expect((await client.post({ button: { action: 'upload' }, files: [pdf()], headers })).status).toBe(303);
});

it('a newcomer beyond the limit of drafts leaves no session behind if the connection is lost', async () => {
  await exhaust(behindProxy(), sharedQuotas('kilobytes', '192.0.2.23'));
  const late = await arrive(behindProxy());
  const traces = () => rowsOf(behindProxy(), 'select id from sessions').length;
  const before = traces();
  const body = multipart(Object.entries({ ...late.inputs(), ...goodAnswers }), [pdf()]);
  const headers = { ...from('192.0.2.23'), 'Content-Type': MULTIPART, 'Content-Length': `${body.length}` };
  const lines = behindProxy().lines.length;
  const socket = connect(behindProxy().port, '127.0.0.1').on('error', () => undefined);
  await new Promise<void>((resolve) =>
    socket.write(postBytes(headers, body.subarray(0, -200), FORM), () => resolve()),
  );
  socket.destroySoon();
  await expect.poll(() => behindProxy().lines.length).toBeGreaterThan(lines);
  await expect.poll(traces).toBe(before);
});

it('refuses an application beyond its limit with 429 and stores the draft', async () => {
  await exhaust(behindProxy(), sharedQuotas('applications', '192.0.2.24'));
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

it.each<[what: string, status: number, sending: Sending, said: string]>([
  ['too often', 429, {}, 'Try again in '],
  ['from another site', 403, { headers: { 'Sec-Fetch-Site': 'cross-site' } }, 'from another website'],
  [
    'with too many bytes',
    413,
    { files: [{ name: 'film.pdf', content: Buffer.alloc(MAX_POST_BYTES) }] },
    `more than ${MAX_DRAFT_MEGABYTES}MB`,
  ],
])(
  'a POST that is refused %s shows the form with all typed texts and its files',
  async (_what, status, sending, said) => {
    const client = await begin(site());
    await client.post({ files: [pdf('kept.pdf')], button: { action: 'upload' } });
    if (status === 429) await exhaust(site(), postQuotas(site(), '127.0.0.1', client.cookie()));
    const page = await client.post({ ...whole(), ...sending });
    expect([page.status, page.title]).toEqual([status, expect.stringMatching(/^Error: /u)]);
    expect(page.summary).toContain(said);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['retry-after']).toEqual(status === 429 ? expect.any(String) : undefined);
    expect([client.inputs(), page.fileNames]).toMatchObject([goodAnswers, ['kept.pdf']]);
    expect(await draftOf(site(), client)).toMatchObject({ names: ['kept.pdf'] });
    if (status === 413) return;
    const fragment = await byHtmx(client, { ...whole(), ...sending });
    expect([fragment.status, componentOf(fragment.text)]).toEqual([status, expect.stringContaining(said)]);
  },
);

const SHORT = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };

it('a field check from another site gets one sentence instead of the form', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  const answer = await byHtmx(await begin(site()), { check: 'industry', headers });
  expect([answer.status, answer.headers]).toMatchObject([403, SHORT]);
});

it('refuses further concurrent POSTs and upload chunks of a session, but not of a neighbour', async () => {
  const [mine, neighbour] = [await sender(site()), await begin(site())];
  const url = await begun(mine, 'a.pdf', MEGABYTE);
  const headers = from('198.51.100.8');
  const post = () => mine.client.post({ ...whole(), headers });
  const patch = () => mine.patch(url, 0, Buffer.alloc(MEGABYTE), headers);
  const { open, other } = await during(locked, site(), async () => {
    const open = [patch(), ...Array.from({ length: MAX_OPEN_POSTS.perSession }, post)];
    expect((await Promise.race(open)).status).toBe(429);
    const other = neighbour.post({ headers });
    expect((await patch()).status).toBe(429);
    const page = await post();
    expect(page).toMatchObject({
      status: 429,
      headers: { ...SHORT, 'retry-after': `${OPEN_POSTS_RETRY_S}` },
      text: expect.stringContaining(`Try again in ${OPEN_POSTS_RETRY_S} seconds.`),
    });
    return { open, other };
  });
  expect((await other).status).toBe(422);
  await Promise.all(open);
  // A complete POST is the first of the open ones, or not.
  expect([303, 422]).toContain((await mine.client.post({ headers })).status);
});
