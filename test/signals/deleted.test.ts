import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { openSqlite } from '../../src/lib/sqlite.ts';
import { DATABASE_FILE } from '../../src/store/engine/database.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { until } from '../support/until.ts';
import { startSignalSite, timesLogged } from './signal-site.ts';

const PLINTH = path.resolve(import.meta.dirname, '../../src/cli/plinth.ts');
const FORM = '/en/work-with-us/application';

const DRAFT = '草稿标记-draft-mark';
const SENT = '申请标记-sent-mark';
const SESSION = '会话标记-session-mark';
const LIMIT = '次数标记-limit-mark';

let dataDir: string;
let site: DemoSite;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-deleted-'));
  site = await startSignalSite(dataDir);
  await fillIn(DRAFT);
  await fillIn(SENT, TEST_ANSWER);
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A visitor whose every text and file bears a mark; who knows the answer to the captcha sends the application. */
async function fillIn(mark: string, captcha = ''): Promise<void> {
  const client = formClient(site.port, FORM);
  await client.get();
  const companyDescription = mark.repeat(50);
  const fields = { ...goodFields, contactPerson: mark, companyShortName: mark, companyDescription, captcha };
  const content = buildPdf({ objects: `% ${Buffer.from(mark).toString('latin1')}\n` });
  const { status } = await client.post({ fields, files: [{ name: `${mark}.pdf`, content }] });
  expect(status).toBe(captcha ? 303 : 422);
}

/** Changes the database beside the site, as time would. */
function inDatabase(...statements: string[]): void {
  const sqlite = openSqlite(path.join(dataDir, DATABASE_FILE));
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

/** Which of these stand anywhere in the data folder. */
async function found(...marks: string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = Buffer.concat(
    await Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name)))),
  );
  return marks.filter((mark) => bytes.includes(mark));
}

it('a sweep of the running site leaves no byte of drafts, sessions and limits that are over', async () => {
  inDatabase(
    'update drafts set updated_at = 1 where reference is null',
    `insert into sessions (id, expires_at, json) values ('a', 1, '{"of":"${SESSION}"}')`,
    `insert into limits (key, hits, resets_at) values ('${LIMIT}', 1, 1)`,
  );
  expect(await found(DRAFT, SESSION, LIMIT)).toEqual([DRAFT, SESSION, LIMIT]);
  const sweeps = timesLogged(site, 'swept');
  process.kill(site.pid, 'SIGHUP');
  await until('another worker has swept', () => timesLogged(site, 'swept') > sweeps);
  await vi.waitFor(async () => expect(await found(DRAFT, SESSION, LIMIT)).toEqual([]), { timeout: 20_000 });
  expect(await found(SENT)).toEqual([SENT]);
});

it('a purge beside the running site leaves no byte of an application', async () => {
  inDatabase('update applications set submitted_at = 1');
  await promisify(execFile)(process.execPath, [PLINTH, 'applications', 'purge', '--older-than', '24m'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });
  expect(await found(SENT)).toEqual([]);
});
