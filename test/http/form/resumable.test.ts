import { describe, expect, it } from 'vitest';
import {
  DRAFT_DAYS,
  MAX_FILE_BYTES,
  MAX_FILES,
  MEGABYTE,
  MIN_PIECE_BYTES,
} from '../../../src/form/rules/limits.ts';
import { pdfOf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import { buildPng, resizedPng } from '../../../src/form/uploads/checks/testing/build-pictures.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { SITE_URL, type Site } from '../../support/site.ts';
import { metadataOf, tusClient } from '../../support/tus-client.ts';
import { apply, draftIdOf, FORM, formSiteForFile, type Visitor, visitor as visitorAt } from './form-site.ts';
import {
  begun,
  KB,
  sender,
  sha256,
  startServers,
  storedFiles,
  storedNames,
  type TusVisitor,
} from './resumable-sites.ts';

const servers = await startServers('resumable');

describe.each([
  ['SQLite and a folder', {}],
  ['PostgreSQL and S3', servers.environment],
])('resumable uploads over %s', (_what, environment) => {
  const site = formSiteForFile(environment);
  const content = pdfOf(600 * KB);
  const piece = (from: number, to: number) => content.subarray(from, to);

  it('joins the pieces of a file into an identical file of the draft', async () => {
    const visitor = await sender(site());
    const { status, headers } = await visitor.create('计划.pdf', content.length);
    expect([status, headers['tus-resumable'], headers['upload-expires']]).toEqual([
      201,
      '1.0.0',
      expect.any(String),
    ]);
    const { location = '' } = headers;
    expect(location).toMatch(/^\/en\/apply\/uploads\/[\w-]{22}$/u);
    for (const [from, to] of [
      [0, 256 * KB],
      [256 * KB, 512 * KB],
      [512 * KB, 600 * KB],
    ] as const) {
      const answer = await visitor.patch(location, from, piece(from, to));
      expect([answer.status, answer.headers['upload-offset'], answer.text]).toEqual([204, `${to}`, '']);
    }
    expect(await storedFiles(site(), visitor)).toEqual([['计划.pdf', sha256(content)]]);
    const head = await visitor.head(location);
    expect([head.status, head.headers['upload-offset'], head.headers['upload-length']]).toEqual([
      200,
      `${content.length}`,
      `${content.length}`,
    ]);
    await visitor.client.get();
    const { files } = await apply(site(), visitor.client, { files: [] });
    expect(files).toMatchObject([{ name: '计划.pdf', bytes: content.length, sha256: sha256(content) }]);
    for (const answer of [await visitor.head(location), await visitor.patch(location, 0, content)])
      expect(answer.status).toBe(410);
  });

  it('leaves nothing behind except the file', async () => {
    const visitor = await sender(site());
    const before = await storedNames(site());
    const url = await begun(visitor, 'a.pdf', content.length);
    await visitor.patch(url, 0, piece(0, 100 * KB));
    expect(await storedNames(site())).toHaveLength(before.length + 1);
    await visitor.patch(url, 100 * KB, piece(100 * KB, content.length));
    expect(await storedNames(site())).toHaveLength(before.length + 1);
    expect((await visitor.remove(url)).status).toBe(204);
    expect((await visitor.head(url)).status).toBe(404);
    expect((await storedNames(site())).sort()).toEqual(before.sort());
  });

  it('accepts the first bytes, or the whole file, with the creation', async () => {
    const visitor = await sender(site());
    const headers = { 'Content-Type': 'application/offset+octet-stream' };
    const part = await visitor.create('part.pdf', content.length, headers, piece(0, 20 * KB));
    expect([part.status, part.headers['upload-offset']]).toEqual([201, `${20 * KB}`]);
    const short = await visitor.create('short.pdf', content.length, headers, piece(0, 10 * KB));
    expect([short.status, short.headers['upload-offset']]).toEqual([201, '0']);
    const all = await visitor.create('whole.pdf', content.length, headers, content);
    expect([all.status, all.headers['upload-offset']]).toEqual([201, `${content.length}`]);
    expect(await storedFiles(site(), visitor)).toEqual([['whole.pdf', sha256(content)]]);
  });

  it('refuses bytes at another offset with 409, and loses nothing', async () => {
    const visitor = await sender(site());
    const url = await begun(visitor, 'a.pdf', content.length);
    await visitor.patch(url, 0, piece(0, MIN_PIECE_BYTES));
    for (const offset of [0, MIN_PIECE_BYTES - 1, MIN_PIECE_BYTES + 1, 300 * KB]) {
      const { status, headers } = await visitor.patch(url, offset, piece(offset, offset + 10));
      expect([status, headers['upload-problem']]).toEqual([409, undefined]);
    }
    expect((await visitor.head(url)).headers['upload-offset']).toBe(`${MIN_PIECE_BYTES}`);
  });

  it('stores one of two concurrent requests with the same piece', async () => {
    const visitor = await sender(site());
    const url = await begun(visitor, 'a.pdf', content.length);
    const other = Buffer.alloc(100 * KB, 'x');
    const mine = piece(0, 100 * KB);
    const answers = await Promise.all([mine, other, mine, other].map((body) => visitor.patch(url, 0, body)));
    const kept = answers.filter(({ status }) => status === 204);
    expect(kept).toHaveLength(1);
    expect((await visitor.head(url)).headers['upload-offset']).toBe(`${100 * KB}`);
  });

  it('continues a file that is chosen again, by name, length and time', async () => {
    const visitor = await sender(site());
    const facts = { filename: 'again.pdf', lastModified: '1700000000000' };
    const create = (changes = {}) =>
      visitor.create('', content.length, { 'Upload-Metadata': metadataOf({ ...facts, ...changes }) });
    const first = await create();
    await visitor.patch(first.headers.location ?? '', 0, piece(0, 300 * KB));
    const again = await create();
    expect([again.status, again.headers.location, again.headers['upload-offset']]).toEqual([
      201,
      first.headers.location,
      `${300 * KB}`,
    ]);
    for (const changes of [{ filename: 'b.pdf' }, { lastModified: '1700000000001' }]) {
      const { headers } = await create(changes);
      expect(headers.location).not.toBe(first.headers.location);
      expect(headers['upload-offset']).toBeUndefined();
    }
    const { text } = await site().raw('/metrics');
    expect(text).toMatch(/^plinth_uploads_resumed_total [1-9]/mu);
    expect(text).toMatch(new RegExp(`^plinth_upload_bytes_saved_total ${300 * KB}`, 'mu'));
  });

  it('refuses a picture with too many pixels with a text that names its dimensions', async () => {
    const visitor = await sender(site());
    const picture = resizedPng(await buildPng(), 20_000, 10_000);
    const { status, text } = await visitor.patch(await begun(visitor, 'a.png', picture.length), 0, picture);
    expect([status, text]).toEqual([422, expect.stringContaining('20000 × 10000')]);
  });

  it('refuses wrong content at the last piece with a text, and removes the upload', async () => {
    const visitor = await sender(site());
    const url = await begun(visitor, 'plan.docx', content.length);
    await visitor.patch(url, 0, piece(0, 100 * KB));
    const { status, text } = await visitor.patch(url, 100 * KB, piece(100 * KB, content.length));
    expect([status, text]).toEqual([
      422,
      expect.stringMatching(/^The file is damaged or its content does not match/u),
    ]);
    expect((await visitor.head(url)).status).toBe(404);
    expect(await storedFiles(site(), visitor)).toEqual([]);
  });

  it('counts unfinished uploads against the draft, and refuses more with 429 and a text', async () => {
    const visitor = await sender(site());
    for (let number = 1; number <= MAX_FILES; number += 1) await begun(visitor, `${number}.pdf`, KB);
    const { status, text } = await visitor.create('more.pdf', KB);
    expect([status, text]).toEqual([429, texts('en').problemTooManyFiles]);
    const plain = await visitor.client.post({
      to: 'files',
      files: [{ name: 'plain.pdf', content: pdfOf(KB) }],
      headers: { 'HX-Request': 'true' },
    });
    expect([plain.status, plain.text]).toEqual([
      422,
      expect.stringContaining(texts('en').problemTooManyFiles),
    ]);
  });

  it('replaces an unfinished upload by the same file in a form POST', async () => {
    const visitor = await sender(site());
    const url = await begun(visitor, 'a.pdf', content.length);
    await visitor.patch(url, 0, piece(0, KB));
    await visitor.client.post({ files: [{ name: 'a.pdf', content }], button: { action: 'upload' } });
    expect(await storedFiles(site(), visitor)).toEqual([['a.pdf', sha256(content)]]);
    expect((await visitor.head(url)).status).toBe(404);
  });

  it('returns 404 for the upload of another visitor, and for a guessed one', async () => {
    const [visitor, stranger] = [await sender(site()), await sender(site())];
    const url = await begun(visitor, 'a.pdf', content.length);
    const guessed = url.replace(/[^/]+$/u, 'A'.repeat(22));
    for (const target of [url, guessed, `${guessed}${'a'.repeat(500)}`]) {
      expect((await stranger.head(target)).status).toBe(404);
      expect((await stranger.patch(target, 0, piece(0, KB))).status).toBe(404);
      expect((await stranger.remove(target)).status).toBe(404);
    }
    expect((await visitor.head(url)).headers['upload-offset']).toBe('0');
  });

  it('removes an upload and its pieces with the expired draft, and counts it', async () => {
    const visitor = await sender(site());
    const before = await storedNames(site());
    const url = await begun(visitor, 'a.pdf', content.length);
    await visitor.patch(url, 0, piece(0, MIN_PIECE_BYTES));
    await site().store.sweep(Date.now() + 60_000);
    expect((await visitor.head(url)).headers['upload-offset']).toBe(`${MIN_PIECE_BYTES}`);
    const { expired } = (await site().store.sweep(Date.now() + (DRAFT_DAYS + 1) * DAY_MS)) ?? {};
    expect(expired).toBeGreaterThan(0);
    expect((await storedNames(site())).filter((name) => !before.includes(name))).toEqual([]);
    await expect(draftIdOf(site(), visitor.client)).rejects.toThrow();
  });

  it('accepts a file of the maximum size, and no larger one', async () => {
    const visitor = await sender(site());
    const tooBig = await visitor.create('big.pdf', MAX_FILE_BYTES + 1);
    expect([tooBig.status, tooBig.text]).toEqual([413, texts('en').problemFileTooBig]);
    const big = pdfOf(MAX_FILE_BYTES);
    const url = await begun(visitor, 'big.pdf', big.length);
    for (let from = 0; from < big.length; from += 5 * MEGABYTE)
      expect((await visitor.patch(url, from, big.subarray(from, from + 5 * MEGABYTE))).status).toBe(204);
    expect(await storedFiles(site(), visitor)).toEqual([['big.pdf', sha256(big)]]);
  });
});

describe('two machines with PostgreSQL and S3', () => {
  const one = formSiteForFile(servers.environment);
  const two = formSiteForFile(servers.environment);
  const content = pdfOf(600 * KB, 'machines');

  it('accept the pieces of one file in turn', async () => {
    const visitor = await sender(one());
    const elsewhere = tusClient(clientAt(two(), visitor));
    const url = await begun(visitor, 'turns.pdf', content.length);
    for (let from = 0, turn = 0; from < content.length; from += 100 * KB, turn += 1) {
      const machine = turn % 2 === 0 ? visitor : elsewhere;
      expect((await machine.head(url)).headers['upload-offset']).toBe(`${from}`);
      expect((await machine.patch(url, from, content.subarray(from, from + 100 * KB))).status).toBe(204);
    }
    for (const site of [one(), two()])
      expect(await storedFiles(site, visitor)).toEqual([['turns.pdf', sha256(content)]]);
  });

  it('store one of two concurrent requests with the same piece, and mix no bytes', async () => {
    const visitor = await sender(one());
    const elsewhere = tusClient(clientAt(two(), visitor));
    const url = await begun(visitor, 'both.pdf', content.length);
    const half = content.subarray(0, 300 * KB);
    const other = Buffer.alloc(half.length, 'x');
    const answers = await Promise.all([visitor.patch(url, 0, half), elsewhere.patch(url, 0, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const isMine = answers[0]?.status === 204;
    const rest = isMine ? content.subarray(half.length) : Buffer.alloc(content.length - half.length, 'x');
    const last = await elsewhere.patch(url, half.length, rest);
    expect(last.status).toBe(isMine ? 204 : 422);
    expect(await storedFiles(two(), visitor)).toEqual(isMine ? [['both.pdf', sha256(content)]] : []);
  });
});

/** The same visitor on another machine. */
function clientAt(site: Site, { client }: TusVisitor): Visitor {
  const other = visitorAt(site, FORM, SITE_URL);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}
