import { beforeAll, expect, it } from 'vitest';
import { freeTexts } from '../../src/applications/rules/testing/sample-application.ts';
import { code, PATHS } from '../support/fake-backend.ts';
import { formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../support/form-client.ts';
import { SITE_URL } from '../support/site.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { during, rejecting } from '../support/store-faults.ts';
import { tusClient } from '../support/tus-client.ts';
import { pdf } from './form/form-site.ts';

const MARK = 'zq7mark';
const site = siteForFile({
  ...TEST_SETTINGS,
  TRUST_PROXY: '1',
  LOG_LEVEL: 'trace',
  METRICS_TOKEN: 'a-token',
});

/** Marked headers that distinguish one visitor from another. */
const PERSON = {
  Cookie: `lang=zh; visitor=${MARK}`,
  'User-Agent': `${MARK}-agent`,
  'X-Forwarded-For': '203.0.113.77',
  Referer: `https://${MARK}.example/?q=${MARK}`,
  'Accept-Language': `zh;q=0.5, x-${MARK}`,
  Authorization: `Bearer ${MARK}`,
};

const ADDRESSES = [
  '/',
  '/en',
  '/newsroom/press-room/p1',
  `/search?keyword=${MARK}`,
  `/history?from=${MARK}`,
  `/unsubscribe/${MARK}@mail.example`,
  `/en/nothing?${MARK}`,
  `/?lang=zh&who=${MARK}`,
  '/metrics',
  `/metrics?${MARK}`,
];

const FIELDS = {
  ...goodFields,
  ...freeTexts(() => MARK),
  companyName: `${MARK} 有限公司`,
  contactPhone: '+86 571 7777 6666',
  contactEmail: `${MARK}@mail.example`,
};

/** Submits incomplete, invalid, broken and complete forms with different files. */
async function apply(path: string): Promise<string> {
  const client = formClient(site().port, path);
  const headers = PERSON;
  await client.get(path);
  const { Cookie: _own, ...others } = headers;
  const post = (sending: Parameters<typeof client.post>[0]) =>
    client.post({ ...sending, headers: { ...others, ...sending.headers } });
  await post({ fields: { ...FIELDS, contactEmail: MARK, captcha: MARK } });
  await post({ fields: { contactEmail: MARK }, check: 'contactEmail' });
  await post({ fields: { [MARK]: MARK }, files: [{ name: `${MARK}.exe`, content: Buffer.from(MARK) }] });
  const { create, patch } = tusClient(client);
  const { headers: created } = await create(`${MARK}.pdf`, MARK.length, { ...others, Origin: SITE_URL });
  expect((await patch(`${created.location}`, 0, Buffer.from(MARK), others)).status).toBe(422);
  await post({ headers: { Origin: `https://${MARK}.example` } });
  await post({ headers: { 'Content-Type': `text/${MARK}` } });
  await during(rejecting('update on drafts'), site(), () => post({ fields: FIELDS }));
  const { status } = await post({ fields: { ...FIELDS, captcha: TEST_ANSWER }, files: [pdf(`${MARK}.pdf`)] });
  expect(status).toBe(303);
  const { text } = await client.get(client.receipt());
  return /A-\d{4}-\w{6}/u.exec(text)?.[0] ?? '';
}

let references: string[] = [];

beforeAll(async () => {
  for (const url of ADDRESSES) await site().raw(url, { headers: PERSON });
  site().fake.override(PATHS.search, code(1001, `nothing for ${MARK}`));
  await site().raw(`/search?keyword=${MARK}1`, { headers: PERSON });
  site().fake.override(PATHS.search, { body: `no JSON of ${MARK}` });
  await site().raw(`/search?keyword=${MARK}2`, { headers: PERSON });
  references = [await apply('/apply'), await apply('/en/apply')];
  await site().store.sweep(Date.now() + 30 * 86_400_000);
});

it.each([
  ['the log', () => Promise.resolve(site().lines.map((line) => JSON.stringify(line)))],
  ['/metrics', async () => [await site().services.metrics.registry.metrics()]],
])('%s does not contain personal data of a visitor who used the whole site', async (_name, read) => {
  const lines = await read();
  expect(lines.join('').length).toBeGreaterThan(5000);
  const personal = new RegExp(
    [MARK, '203\\.0\\.113', '127\\.0\\.0\\.1', '7777 6666', '有限公司', ...references].join('|'),
    'iu',
  );
  expect(lines.filter((line) => personal.test(line))).toEqual([]);
});

it('/metrics contains only fixed words as labels', async () => {
  const text = await site().services.metrics.registry.metrics();
  const labels = [...text.matchAll(/(\w+)="([^"]*)"/gu)].map(
    ([, name = '', value = '']) => `${name}=${value}`,
  );
  expect(labels.filter((label) => !/^[a-z_]+=[\w./+-]+$/iu.test(label))).toEqual([]);
  expect(labels.filter((label) => label.includes('press-room'))).toEqual([]);
});
