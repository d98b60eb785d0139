import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  ADDRESS_QUOTAS,
  FIELD_CHECKS_PER_FORM_POST,
  UPLOADS_PER_FORM_POST,
} from '../../../src/applications/rules/limits.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { rowsOf } from '../../stress/attack/support/traces.ts';
import { goodFields, TEST_SETTINGS } from '../../support/form-client.ts';
import { SITE_URL } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import {
  arrive,
  begin,
  CHINESE_FORM,
  countOf,
  draftOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  lowerQuota,
  pdf,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';

const LIMIT = 2;
const behindProxy = siteForFile({ ...TEST_SETTINGS, RATE_LIMIT_PER_MINUTE: `${LIMIT}`, TRUST_PROXY: '1' });
const direct = siteForFile({ ...TEST_SETTINGS, RATE_LIMIT_PER_MINUTE: `${LIMIT}` });
const unlimited = formSiteForFile({ TRUST_PROXY: '1' });

const post = (client: Visitor, address?: string) =>
  client.post({ headers: address ? { 'X-Forwarded-For': address } : {} });

/** Sends POSTs from the given addresses in turn and returns their statuses. */
async function statuses(client: Visitor, count: number, ...addresses: string[]): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < count; at += 1)
    found.push((await post(client, addresses[at % addresses.length])).status);
  return found;
}

describe('RATE_LIMIT_PER_MINUTE=2', () => {
  it('counts the POSTs of all visitors at one client address together', async () => {
    const [one, other] = [await arrive(behindProxy()), await arrive(behindProxy(), CHINESE_FORM)];
    expect(await statuses(one, LIMIT, '192.0.2.2')).toEqual([422, 422]);
    const page = await post(other, '192.0.2.2');
    expect(page.status).toBe(429);
    expect(page.summary).toContain(`请在 ${page.headers['retry-after']} 秒后重试`);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(page.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await post(other, '192.0.2.3')).status).toBe(422);
  });

  it('does not store client addresses', async () => {
    await post(await arrive(behindProxy()), '192.0.2.5');
    const rows = ['limits', 'drafts'].flatMap((table) => rowsOf(behindProxy(), `select * from ${table}`));
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
  });

  it('uses only the last entry of X-Forwarded-For, because the proxy wrote it', async () => {
    const client = await arrive(behindProxy());
    const forged = ['1.1.1.1, 192.0.2.4', '2.2.2.2, 192.0.2.4', '3.3.3.3, 192.0.2.4'];
    expect(await statuses(client, 3, ...forged)).toEqual([422, 422, 429]);
  });

  it('ignores X-Forwarded-For without a proxy', async () => {
    const client = await arrive(direct());
    expect(await statuses(client, 3, '192.0.2.11', '192.0.2.12', '192.0.2.13')).toEqual([422, 422, 429]);
  });

  it.each([
    ['files sent alone', '192.0.2.5', { to: 'files', button: { action: 'begin' } }, UPLOADS_PER_FORM_POST],
    [
      'field checks',
      '192.0.2.9',
      { check: 'industry', fields: { industry: 'x' } },
      FIELD_CHECKS_PER_FORM_POST,
    ],
  ] as const)(
    'counts %s separately from submits with their own limit',
    async (_what, address, sending, times) => {
      const client = visitor(behindProxy(), FORM, SITE_URL);
      const headers = { 'X-Forwarded-For': address, 'HX-Request': 'true' };
      const found = new Set<number>();
      for (let at = 0; at < LIMIT * times; at += 1)
        found.add((await client.post({ ...sending, headers })).status);
      expect([...found]).toEqual([200]);
      expect((await client.post({ ...sending, headers })).status).toBe(429);
      expect((await client.post({ headers })).status).toBe(422);
    },
  );

  it('does not count GET requests', async () => {
    const client = await arrive(behindProxy());
    const headers = { 'X-Forwarded-For': '192.0.2.6' };
    for (let time = 0; time < 8; time += 1) expect((await client.get(FORM, headers)).status).toBe(200);
    expect((await post(client, '192.0.2.6')).status).toBe(422);
  });
});

describe('the daily limit per client address', () => {
  afterEach(() => vi.restoreAllMocks());
  const upload = (client: Visitor, address: string) =>
    client.post({
      files: [pdf('plan.pdf', 'x'.repeat(400))],
      button: { action: 'upload' },
      headers: { 'X-Forwarded-For': address },
    });

  it('refuses a new draft beyond the daily limit with 429', async () => {
    const client = await begin(behindProxy());
    lowerQuota(behindProxy(), 'drafts', 0);
    const late = await arrive(behindProxy());
    const page = await late.post({ ...whole(), headers: { 'X-Forwarded-For': '192.0.2.22' } });
    expect(page.status).toBe(429);
    expect(page.summary).toContain('try again in a few hours');
    expect(page.headers['retry-after']).toBe('3600');
    expect(late.inputs()).toMatchObject(goodAnswers);
    expect(late.cookies.size).toBe(0);
    expect((await upload(client, '192.0.2.22')).status).toBe(303);
  });

  it('replaces the oldest draft of a client address when the limit is reached', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.23' };
    lowerQuota(behindProxy(), 'drafts', 1);
    const stranger = await arrive(behindProxy());
    expect((await upload(stranger, '192.0.2.23')).fileNames).toEqual(['plan.pdf']);
    expect((await (await arrive(behindProxy())).post({ ...whole(), headers })).status).toBe(303);
    expect((await stranger.get()).fileNames).toEqual([]);
  });

  it('replaces the oldest files of a client address and notifies their visitor', async () => {
    lowerQuota(behindProxy(), 'kilobytes', 2);
    const [stranger, neighbour] = [await arrive(behindProxy()), await arrive(behindProxy())];
    for (const client of [stranger, neighbour])
      expect((await upload(client, '192.0.2.26')).fileNames).toEqual(['plan.pdf']);
    expect((await stranger.get()).problems.join()).toContain(`plan.pdf: ${texts('en').problemFileNoRoom}`);
    expect((await neighbour.get()).fileNames).toEqual(['plan.pdf']);
  });

  it('refuses an application beyond the daily limit with 429', async () => {
    const address = '192.0.2.24';
    const MAX_SENT = ADDRESS_QUOTAS.applications.max;
    lowerQuota(behindProxy(), 'applications', 0);
    for (const [path, words] of [
      [
        FORM,
        RegExp(
          String.raw`${MAX_SENT} applications .* You can submit them from \d+ \w+ \d{4} at \d\d:\d\d`,
          'u',
        ),
      ],
      [CHINESE_FORM, RegExp(String.raw`${MAX_SENT} 份申请.*\d{4}年\d+月\d+日`, 'u')],
    ] as const) {
      const before = await countOf(behindProxy());
      const client = await arrive(behindProxy(), path);
      const page = await client.post({ ...whole(), headers: { 'X-Forwarded-For': address } });
      expect(page.status).toBe(429);
      expect(page.summary).toMatch(words);
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(80_000);
      expect(await countOf(behindProxy())).toBe(before);
      expect(await draftOf(behindProxy(), client)).toMatchObject({ fields: goodFields, names: ['plan.pdf'] });
    }
  });

  it('does not apply daily limits if RATE_LIMIT_PER_MINUTE is 0', () => {
    expect(unlimited().services.quotas.ofAddress('applications', '192.0.2.25')).toEqual([]);
  });
});
