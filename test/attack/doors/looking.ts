import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildPdf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { DEMO_FORM, formClient, goodFields, TEST_ANSWER } from '../../support/form-client.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { DoorReport } from '../doors.ts';

const LOOKS = 1100;
const LINES = 8;
const TABLES = ['drafts', 'draft_fields', 'draft_files', 'sessions', 'limits'];
const CROSS_SITE = { 'Sec-Fetch-Site': 'cross-site' };

type Statuses = Record<string, number>;

/** How many rows each table has that a visitor could fill. */
function rowsIn(dataDir: string): string {
  using database = new DatabaseSync(path.join(dataDir, 'plinth.sqlite'), { readOnly: true });
  const countOf = (table: string) => database.prepare(`select count(*) as count from ${table}`).get()?.count;
  return TABLES.map((table) => `${table}: ${countOf(table)}`).join(', ');
}

/** Looks at the form, its picture and its sound as often as it takes to lock an address out, from one address. */
async function look(port: number, looks: number): Promise<Statuses> {
  const statuses: Statuses = {};
  let left = looks;
  const ask = async (what: string, address: string, method = 'GET', headers = {}) => {
    const answer = await rawRequest(port, address, { method, headers });
    const key = `${what} ${answer.status}`;
    statuses[key] = (statuses[key] ?? 0) + 1;
    if (answer.headers['set-cookie']) statuses.cookies = (statuses.cookies ?? 0) + 1;
    return answer.text;
  };
  const line = async () => {
    while (left > 0) {
      left -= 1;
      const page = await ask('form', DEMO_FORM);
      const code = /\/captcha\/image(\?[^"]+)"/u.exec(page)?.[1] ?? '?none';
      await ask('picture', `/captcha/image${code}`);
      await ask('sound', `/en/captcha/audio${code}`);
      await ask('picture from another site', `/captcha/image${code}`, 'GET', CROSS_SITE);
      await ask('head', left % 2 ? DEMO_FORM : `/captcha/image${code}`, 'HEAD');
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  return statuses;
}

/** Responses to an ordinary visitor at the same address afterwards. */
async function apply(port: number): Promise<string> {
  const client = formClient(port);
  const page = await client.get();
  const { src = '' } = page.all('img', { width: '220' })[0]?.attributes ?? {};
  const picture = await client.send(src, 'GET', {});
  const fields = { ...goodFields, captcha: TEST_ANSWER };
  const sent = await client.post({ fields, files: [{ name: 'plan.pdf', content: buildPdf() }] });
  return [page, picture, sent].map(({ status }) => status).join(' ');
}

/** 1,100 looks made as many drafts and sessions, and the next visitor of that address was refused for a day. */
export async function looking(_seed: number, looks = LOOKS): Promise<DoorReport> {
  await using site = await startDemoSite({ environment: { CAPTCHA_TEST_ANSWER: TEST_ANSWER } });
  const { port, dataDir } = site;
  const before = rowsIn(dataDir);
  const statuses = await look(port, looks);
  const after = rowsIn(dataDir);
  const visitor = await apply(port);
  const expected: Statuses = Object.fromEntries(
    ['form 200', 'picture 200', 'sound 200', 'head 200', 'picture from another site 403'].map((key) => [
      key,
      looks,
    ]),
  );
  const faults = [
    ...(after === before ? [] : [`rows were ${before}, and are ${after} by looking`]),
    ...Object.keys({ ...expected, ...statuses })
      .filter((key) => statuses[key] !== expected[key])
      .map((key) => `${key}: ${statuses[key] ?? 0} times`),
    ...(visitor === '200 200 303' ? [] : [`the visitor after it was answered ${visitor}`]),
  ];
  return { faults, looks, statuses, rows: after, visitor };
}
