import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildPdf } from '../../../src/uploads/checks/test-support/build-pdf.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER } from '../../support/form-client.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { DoorReport } from '../doors.ts';

const FORM = '/en/work-with-us/application';
const LOOKS = 1100;
const LINES = 8;
const TABLES = ['drafts', 'draft_fields', 'draft_files', 'sessions', 'limits'];
const CROSS_SITE = { 'Sec-Fetch-Site': 'cross-site' };

type Statuses = Record<string, number>;

/** How many rows each table has that a visitor could fill. */
function rowsIn(dataDir: string): string {
  const database = new DatabaseSync(path.join(dataDir, 'plinth.sqlite'), { readOnly: true });
  const counts = TABLES.map(
    (table) => database.prepare(`select count(*) as count from ${table}`).get()?.count,
  );
  database.close();
  return TABLES.map((table, at) => `${table}: ${counts[at]}`).join(', ');
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
      const page = await ask('form', FORM);
      const code = /\/captcha\/image(\?[^"]+)"/u.exec(page)?.[1] ?? '?none';
      await ask('picture', `/captcha/image${code}`);
      await ask('sound', `/en/captcha/audio${code}`);
      await ask('picture from another site', `/captcha/image${code}`, 'GET', CROSS_SITE);
      await ask('head', left % 2 ? FORM : `/captcha/image${code}`, 'HEAD');
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  return statuses;
}

/** What an ordinary visitor at the same address meets then. */
async function apply(port: number): Promise<string> {
  const client = formClient(port, FORM);
  const page = await client.get();
  const { src = '' } = page.all('img', { width: '220' })[0]?.attributes ?? {};
  const picture = await client.send(src, 'GET', {});
  const fields = { ...goodFields, captcha: TEST_ANSWER };
  const sent = await client.post({ fields, files: [{ name: 'plan.pdf', content: buildPdf() }] });
  return [page, picture, sent].map(({ status }) => status).join(' ');
}

/** 1,100 looks made as many drafts and sessions, and the next visitor of that address was refused for a day. */
export async function looking(_seed: number, looks = LOOKS): Promise<DoorReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-looking-'));
  const site = await startDemoSite({ environment: { CAPTCHA_TEST_ANSWER: TEST_ANSWER, DATA_DIR: dataDir } });
  try {
    const port = Number(new URL(site.base).port);
    const before = rowsIn(dataDir);
    const statuses = await look(port, looks);
    const after = rowsIn(dataDir);
    const visitor = await apply(port);
    const expected = { 'form 200': looks, 'picture 200': looks, 'sound 200': looks, 'head 200': looks };
    const all = { ...expected, 'picture from another site 403': looks };
    const faults = [
      ...(after === before ? [] : [`rows were ${before}, and are ${after} by looking`]),
      ...Object.keys({ ...all, ...statuses })
        .filter((key) => statuses[key] !== (all as Statuses)[key])
        .map((key) => `${key}: ${statuses[key] ?? 0} times`),
      ...(visitor === '200 200 303' ? [] : [`the visitor after it was answered ${visitor}`]),
    ];
    return { faults, looks, statuses, rows: after, visitor };
  } finally {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
