/** @module-tag matrix */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/applications/store/engine/database.ts';
import { buildPdf } from '../../src/applications/uploads/checks/testing/build-pdf.ts';
import { openSqlite } from '../../src/lib/files.ts';
import { type DemoSite, startDemoSite, timesLogged } from '../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../support/form-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const PLINTH = path.resolve(import.meta.dirname, '../../src/cli/plinth.ts');

const DRAFT = '草稿标记-draft-mark';
const SENT = '申请标记-sent-mark';
const DELETED = '删除标记-deleted-mark';
const SESSION = '会话标记-session-mark';
const LIMIT = '次数标记-limit-mark';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: DemoSite;
const start = () =>
  startDemoSite({ environment: { ...TEST_SETTINGS, LOG_LEVEL: 'info', DATA_DIR: folder.path } });
beforeAll(async () => {
  folder = await temporaryFolder('deleted');
  site = await start();
  await fillIn(DRAFT);
  await fillIn(SENT, TEST_ANSWER);
});
afterAll(async () => {
  await site.stop();
  await folder.remove();
});

/** Fills in the form with marked texts and a marked file, and submits it if the captcha answer is given. */
async function fillIn(mark: string, captcha = ''): Promise<void> {
  const client = formClient(site.port);
  await client.get();
  const companyDescription = mark.repeat(50);
  const fields = { ...goodFields, contactPerson: mark, companyShortName: mark, companyDescription, captcha };
  const { status } = await client.post({ fields, files: [pdfOf(mark)] });
  expect(status).toBe(captcha ? 303 : 422);
}

const pdfOf = (mark: string) => ({
  name: `${mark}.pdf`,
  content: buildPdf({ objects: `% ${Buffer.from(mark).toString('latin1')}\n` }),
});

/** Runs `plinth applications` next to the site and returns its output. */
async function runCommand(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PLINTH, 'applications', ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: site.dataDir },
  });
  return stdout;
}

/** Runs statements in the database of the running site. */
function inDatabase(...statements: string[]): void {
  const sqlite = openSqlite(path.join(site.dataDir, DATABASE_FILE));
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

/** Returns the marks that any file of the data folder contains. */
async function found(...marks: string[]): Promise<string[]> {
  const entries = await readdir(site.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = Buffer.concat(
    await Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name)))),
  );
  return marks.filter((mark) => bytes.includes(mark));
}

it('a sweep removes every byte of expired drafts, sessions and limits', async () => {
  inDatabase(
    'update drafts set updated_at = 1 where reference is null',
    `insert into sessions (id, expires_at, json) values ('a', 1, '{"of":"${SESSION}"}')`,
    `insert into limits (key, hits, resets_at) values ('${LIMIT}', 1, 1)`,
  );
  expect(await found(DRAFT, SESSION, LIMIT)).toEqual([DRAFT, SESSION, LIMIT]);
  await site.stop();
  site = await start();
  await until('it has swept', () => timesLogged(site, 'swept') > 0);
  await expect.poll(() => found(DRAFT, SESSION, LIMIT)).toEqual([]);
  expect(await found(SENT)).toEqual([SENT]);
});

it('a purge next to the running site removes every byte of an application', async () => {
  inDatabase('update applications set submitted_at = 1');
  await runCommand('purge', '--older-than', '24m');
  expect(await found(SENT)).toEqual([]);
});

it('a delete next to the running site removes every byte of an open draft, and its form goes on', async () => {
  const client = formClient(site.port);
  await client.get();
  const answer = { fields: { ...goodFields, contactPerson: DELETED, captcha: '' } };
  expect((await client.post({ ...answer, files: [pdfOf(DELETED)] })).status).toBe(422);
  const [key = ''] = /DRAFT-\S+/u.exec(await runCommand('find', DELETED)) ?? [];
  expect(await runCommand('delete', key, '--yes')).toContain(`${key}: deleted 1 file in `);
  expect(await found(DELETED)).toEqual([]);
  expect((await client.post(answer)).status).toBe(422);
  expect(await runCommand('find', DELETED)).toMatch(/^DRAFT-/mu);
});
