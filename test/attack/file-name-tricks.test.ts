import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { FREE } from '../support/form-client.ts';
import { allIn, readPage, textOf } from '../support/html.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { disposition, field, file, type Part } from './support/bodies.ts';
import { strangeIn } from './support/strange.ts';
import { draftIdOf, errorsIn } from './support/traces.ts';
import { expectToTakeAnApplication, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const UPLOAD = field('action', 'upload');

const site = siteForFile(FREE);

const filesOf = async ({ client }: Visitor) =>
  (await site().store.drafts.files(draftIdOf(site(), client))).map(({ name }) => name);

/** Names as they come, and as they are kept. */
const NAMES: readonly (readonly [about: string, sent: string, kept: string])[] = [
  ['folders', '../../../../x.pdf', 'x.pdf'],
  ['folders of Windows', 'C:\\fakepath\\..\\x.pdf', 'x.pdf'],
  ['an absolute path', '/etc/cron.d/x.pdf', 'x.pdf'],
  ['a name of a device', 'CON.pdf', 'CON.pdf'],
  ['a stream of NTFS', 'x.pdf::$DATA.pdf', 'x.pdf::$DATA.pdf'],
  ['nothing before its ending', '.pdf', 'file.pdf'],
  ['dots before its ending', '....pdf', 'file.pdf'],
  ['spaces and dots behind', 'x.pdf. .', 'x.pdf'],
  ['a percent sign', '50%00%2e%2e%2fx.pdf', '50%00%2e%2e%2fx.pdf'],
  ['a header', 'x%0D%0ASet-Cookie: a=b.pdf', 'xSet-Cookie: a=b.pdf'],
  ['an override of direction', 'report\u202Excod.pdf', 'reportxcod.pdf'],
  ['isolates and a byte order mark', '\uFEFFa\u2067b\u2069.pdf', 'ab.pdf'],
  ['5,000 characters', `${'x'.repeat(5000)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ['5,000 Chinese characters', `${'文'.repeat(5000)}.pdf`, `${'文'.repeat(196)}.pdf`],
  ['HTML', '%22><img src=x onerror=alert(1)>.pdf', '"><img src=x onerror=alert(1)>.pdf'],
  ['a formula', "=cmd|' !A1.pdf", "=cmd|' !A1.pdf"],
  ['a command', '$(reboot); `id` & rm -rf ~.pdf', '$(reboot); `id` & rm -rf ~.pdf'],
  ['a placeholder', '{{problem}} $t(companyName) $& $1.pdf', '{{problem}} $t(companyName) $& $1.pdf'],
  ['SQL', "x'); drop table drafts; --.pdf", "x'); drop table drafts; --.pdf"],
];

/** The same by RFC 5987, where a byte may be anything. */
const extended = (value: string): Part => ({
  head: [disposition(`name="declareFile"; filename*=${value}`)],
  content: PDF,
});

describe('the name of a file', () => {
  it.each(NAMES)('with %s', async (_about, sent, kept) => {
    const visitor = await visitorOf(site());
    const { status, headers } = await visitor.sendParts([file(sent, PDF), UPLOAD]);
    expect(status).toBe(303);
    expect(await filesOf(visitor)).toEqual([kept]);
    expect((headers['set-cookie'] ?? []).every((cookie) => cookie.startsWith('__Host-application='))).toBe(
      true,
    );
    const page = await visitor.client.get();
    expect(new Set(page.fileNames)).toEqual(new Set([kept]));
    expect(strangeIn(page.text)).toEqual([]);
  });

  it.each(NAMES)('with %s is said with its problem', async (_about, sent, kept) => {
    const visitor = await visitorOf(site());
    const { status, text } = await visitor.sendParts([file(sent, Buffer.from('no PDF')), UPLOAD]);
    expect(status).toBe(422);
    const summary = readPage(text).one('div', { id: '_problems' });
    const [problem = ''] = allIn(summary, 'li').map(textOf);
    expect(problem).toMatch(/: The file is damaged or its content does not match its file type/u);
    // The summary may say first which field is meant.
    const named = problem.split(': The file is damaged')[0]?.replace(/^Declaration files: /u, '');
    expect(named).toBe(kept);
    expect(strangeIn(text)).toEqual([]);
  });

  it.each([
    ['a NUL', "utf-8''a%00b.pdf", 'ab.pdf'],
    ['a NUL before another ending', "utf-8''x.exe%00.pdf", 'x.exe.pdf'],
    ['half a surrogate', "utf-16le''a%00%00%D8.%00p%00d%00f%00", 'a\uFFFD.pdf'],
    ['bytes that are no UTF-8', "utf-8''%FF%FE.pdf", '\uFFFD\uFFFD.pdf'],
  ])('in RFC 5987’s way, with %s', async (_about, value, kept) => {
    const visitor = await visitorOf(site());
    expect((await visitor.sendParts([extended(value), UPLOAD])).status).toBe(303);
    expect(await filesOf(visitor)).toEqual([kept]);
  });

  it.each([
    ['an override of direction before another ending', 'invoice\u202Efdp.exe'],
    ['a second ending', 'x.pdf.exe'],
    ['an ending of more than it may have', `x.${'pdf'.repeat(10)}`],
  ])('with %s is not taken', async (_about, sent) => {
    const visitor = await visitorOf(site());
    expect((await visitor.sendParts([file(sent, PDF), UPLOAD])).status).toBe(422);
    expect(await filesOf(visitor)).toEqual([]);
  });

  it('is never that of the stored file', async () => {
    const stored = await readdir(path.join(site().dataDir, 'uploads'));
    expect(stored.length).toBeGreaterThan(NAMES.length);
    expect(stored.filter((name) => !/^[0-9a-f]{32}$/u.test(name))).toEqual([]);
    const others = (await readdir(site().dataDir)).filter((name) => !/^plinth\.sqlite|^uploads$/u.test(name));
    expect(others.filter((name) => /pdf|exe|etc/u.test(name))).toEqual([]);
  });
});

it('after all that, the site is as it was', async () => {
  await expectToTakeAnApplication(site());
  expect(errorsIn(site())).toEqual([]);
});
