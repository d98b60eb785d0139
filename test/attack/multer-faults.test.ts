/** @module-tag matrix */

import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_FILE_BYTES } from '../../src/form/rules/limits.ts';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { texts } from '../../src/i18n/set-up.ts';
import { NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { FREE } from '../support/form-client.ts';
import { BOUNDARY, MULTIPART } from '../support/multipart.ts';
import type { Site } from '../support/site.ts';
import { siteForFile } from '../support/site-for-file.ts';
import {
  bodyOf,
  closing,
  disposition,
  FORM,
  field,
  file,
  type Headers,
  type Part,
  postBytes,
} from './support/bodies.ts';
import { exchange } from './support/exchange.ts';
import { draftIdOf, errorsIn, expectTidy, openDescriptors } from './support/traces.ts';
import {
  expectToTakeAnApplication,
  ownSite,
  SAME_ORIGIN,
  type Visitor,
  visitorOf,
} from './support/visitors.ts';

const PDF = buildPdf();
const NAME = field('companyName', '青禾科技');
const UPLOAD = field('action', 'upload');
const TIMES = 25;

const site = siteForFile(FREE);

/** Does something as a visitor, then looks whether the site is as it was before. */
async function unharmed(attack: (visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await visitorOf(site());
  const descriptors = await openDescriptors();
  await attack(visitor);
  await expectTidy(site(), descriptors);
  await expectToTakeAnApplication(site());
  expect(errorsIn(site())).toEqual([]);
}

async function keptBy({ client }: Visitor, from: Site = site()) {
  const id = draftIdOf(from, client);
  const files = await from.store.drafts.files(id);
  return { texts: await from.store.drafts.fields(id), files: files.map(({ name }) => name) };
}

const lineOf = ({ cookie }: Visitor, headers: Headers, body: Buffer, path?: string): Buffer =>
  postBytes({ 'Content-Type': MULTIPART, Cookie: cookie, ...SAME_ORIGIN, ...headers }, body, path);

/** Writes the first `bytes` of a body that promises more, and goes away. */
const leave = (visitor: Visitor, body: Buffer, bytes: number) =>
  exchange(site().port, lineOf(visitor, { 'Content-Length': `${body.length}` }, body.subarray(0, bytes)), {
    cutAfter: () => wait(10),
  });

const part = (...head: string[]): Part => ({ head, content: PDF });
const started = (parts: Part[], behind: string): Buffer => bodyOf(parts, BOUNDARY, Buffer.from(behind));
const opening = `--${BOUNDARY}\r\n`;

/** A body that is no form's: the answer is 400, and what stood before the fault is kept. */
const MALFORMED: readonly (readonly [fault: string, body: Buffer])[] = [
  [
    'CVE-2025-47944: a file without a boundary behind it (expressjs/multer#1176)',
    started([NAME], `${opening}${disposition('name="declareFile"; filename="a.pdf"')}\r\n\r\nno boundary`),
  ],
  ['CVE-2025-48997: a file of a field without a name', bodyOf([NAME, file('a.pdf', PDF, '')])],
  [
    'CVE-2025-7338: a head of a part with the closing boundary at once behind it',
    started(
      [NAME],
      `${opening}${disposition('name="declareFile"; filename="a.pdf"')}\r\n--${BOUNDARY}--\r\n`,
    ),
  ],
  [
    'CVE-2026-3304: a malformed part behind a good file, in one piece',
    bodyOf([NAME, file('good.pdf', PDF), part('no colon')]),
  ],
  [
    'CVE-2026-5079: names nested within the length of a name',
    bodyOf([NAME, field(`a${'[b]'.repeat(30)}`, 'x')]),
  ],
  ['CVE-2026-5079: names nested without end', bodyOf([NAME, field(`a${'[0]'.repeat(5000)}`, 'x')])],
  [
    'CVE-2026-77078: an array that overflows',
    bodyOf([NAME, field('items[4294967294]', 'x'), field('items[]', 'y')]),
  ],
  [
    'CVE-2026-82333: an array of all indexes there are, made an object',
    bodyOf([NAME, field('items[4294967294]', 'x'), field('items[key]', 'y')]),
  ],
  [
    'CVE-2022-24434: a head of a part that begins with a space',
    bodyOf([NAME, part(` ${disposition('name="x"')}`)]),
  ],
  [
    'CVE-2026-74866: a bare carriage return in a file’s name',
    bodyOf([NAME, part(disposition('name="declareFile"; filename="a\rb.pdf"'))]),
  ],
  [
    'CVE-2026-74866: a bare line feed in a field’s name',
    bodyOf([NAME, part(disposition('name="company\nShortName"'))]),
  ],
  ['a part whose disposition has no name', bodyOf([NAME, { head: [disposition('x=y')], content: PDF }])],
  ['a form that ends in the middle of a head', started([NAME], `${opening}Content-Disp`)],
  ['a form without its closing boundary', started([NAME], `--${BOUNDARY}`)],
];

describe('a malformed form', () => {
  it.each(MALFORMED)('%s', async (_fault, body) => {
    await unharmed(async (visitor) => {
      const { status } = await visitor.sendBody(body);
      expect(status).toBe(400);
      expect((await keptBy(visitor)).texts).toEqual({ companyName: '青禾科技' });
    });
  });

  it('CVE-2026-3520: thousands of files, then a malformed part, are too many files', async () => {
    const files = Array.from({ length: 12_000 }, () => file('a.pdf', Buffer.from('x')));
    await unharmed(async (visitor) => {
      const { status, text } = await visitor.sendBody(bodyOf([NAME, ...files, part('no colon')]));
      expect(status).toBe(422);
      expect(text).toContain(texts('en').problemTooManyFiles);
      expect((await keptBy(visitor)).texts).toEqual({ companyName: '青禾科技' });
    });
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary', 'multipart/form-data; boundary='])(
    'a type without a boundary: %s',
    async (type) => {
      await unharmed(async ({ sendBody }) => {
        const { status } = await sendBody(bodyOf([NAME, file('a.pdf', PDF)]), { 'Content-Type': type });
        expect(status).toBe(400);
      });
    },
  );
});

it('a type without a boundary is refused once, also where the line is cut meanwhile', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => printed.mockRestore());
  const own = await ownSite(NOTHING_KEPT);
  const visitor = await visitorOf(own);
  const socket = connect(own.port, '127.0.0.1');
  socket.on('error', () => undefined);
  let asked = 0;
  own.fake.override(PATHS.menu, () => {
    asked += 1;
    // First the form's own address asks for the menu, then the page that says what is wrong.
    if (asked < 2) return undefined;
    socket.destroy();
    return { delayMs: 30, destroy: true };
  });
  const headers = { 'Content-Type': 'multipart/form-data', 'Content-Length': '100000' };
  socket.write(lineOf(visitor, headers, bodyOf([NAME])));
  await expect.poll(() => own.lines.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await wait(200);
  expect(asked).toBeGreaterThan(1);
  // Express prints what comes to it when there is an answer already.
  expect(printed).not.toHaveBeenCalled();
});

describe('a line that is cut', () => {
  const twoFiles = bodyOf([NAME, file('one.pdf', PDF), file('two.pdf', buildPdf({ padding: 200_000 }))]);

  it.each([
    ['CVE-2025-47935: streams that are never closed', 150_000],
    ['CVE-2026-2359: an upload that is dropped', 60_000],
    ['CVE-2026-5038: halves of files that stay', 199_000],
    ['CVE-2026-77037: descriptors of removed files that stay open', 1600],
  ])('%s', async (_fault, bytes) => {
    await unharmed(async (visitor) => {
      for (let time = 0; time < TIMES; time += 1) {
        expect((await leave(visitor, twoFiles, bytes)).status).toBeUndefined();
      }
      await expect
        .poll(() => keptBy(visitor))
        .toEqual({ texts: { companyName: '青禾科技' }, files: ['one.pdf'] });
    });
  });

  it('ends its request on the site too', async () => {
    await unharmed(async (visitor) => {
      const before = site().lines.length;
      await leave(visitor, twoFiles, 100_000);
      const posts = () =>
        site()
          .lines.slice(before)
          .filter(({ method }) => method === 'POST');
      await expect.poll(posts).toHaveLength(1);
    });
  });
});

describe('a form that a parser must bear', () => {
  it('CVE-2026-77063: a file that is too big, all at once', async () => {
    await unharmed(async (visitor) => {
      const big = Buffer.concat([PDF, Buffer.alloc(MAX_FILE_BYTES)]);
      const { status, text } = await visitor.sendParts([file('big.pdf', big), file('good.pdf', PDF), UPLOAD]);
      expect(status).toBe(422);
      expect(text).toContain(`big.pdf: ${texts('en').problemFileTooBig}`);
      expect((await keptBy(visitor)).files).toEqual(['good.pdf']);
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'CVE-2026-19481: a line in a part’s head by the name of %s',
    async (name) => {
      await unharmed(async (visitor) => {
        const head = [`${name}: x`, disposition('name="companyName"')];
        const { status } = await visitor.sendParts([{ head, content: Buffer.from('青禾科技') }, UPLOAD]);
        expect(status).toBe(422);
        expect((await keptBy(visitor)).texts).toEqual({ companyName: '青禾科技' });
      });
    },
  );

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty'])(
    'a field by the name of %s is no field of the form, and pollutes nothing',
    async (name) => {
      await unharmed(async (visitor) => {
        const { status } = await visitor.sendParts([
          field(name, 'polluted'),
          NAME,
          file('a.pdf', PDF),
          UPLOAD,
        ]);
        expect(status).toBe(303);
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
        expect((await keptBy(visitor)).texts).toEqual({ companyName: '青禾科技' });
      });
    },
  );

  it.each([252, 253, 4000])('CVE-2026-19484: a boundary of %d bytes', async (length) => {
    await unharmed(async (visitor) => {
      const boundary = 'b'.repeat(length);
      const noise = field('industry', '\r\n--bbbbbb'.repeat(5000));
      const body = bodyOf([NAME, noise, file('a.pdf', PDF), UPLOAD], boundary);
      const type = `multipart/form-data; boundary=${boundary}`;
      expect((await visitor.sendBody(body, { 'Content-Type': type })).status).toBe(303);
      expect((await keptBy(visitor)).files).toEqual(['a.pdf']);
    });
  });

  it('names of files in UTF-8 stay as they are (multer reads them as latin1)', async () => {
    await unharmed(async (visitor) => {
      const names = ['计划书 – 第2版.pdf', 'Ünïcödé.pdf', 'ไฟล์.pdf', '📄.pdf'];
      await visitor.sendParts([
        ...names.map((name, index) => file(name, buildPdf({ padding: index }))),
        UPLOAD,
      ]);
      expect((await keptBy(visitor)).files.sort()).toEqual(names.sort());
    });
  });

  it('a file of a field that the form does not have is left out, and nothing else', async () => {
    await unharmed(async (visitor) => {
      const parts = [NAME, file('wrong.pdf', PDF, 'avatar'), file('right.pdf', PDF), UPLOAD];
      expect((await visitor.sendParts(parts)).status).toBe(303);
      expect(await keptBy(visitor)).toEqual({ texts: { companyName: '青禾科技' }, files: ['right.pdf'] });
    });
  });

  it('a bad file between two good ones costs only itself', async () => {
    await unharmed(async (visitor) => {
      const bad = file('bad.pdf', Buffer.from('MZ no PDF'));
      const { status, text } = await visitor.sendParts([
        file('one.pdf', PDF),
        bad,
        file('two.pdf', PDF),
        UPLOAD,
      ]);
      expect(status).toBe(422);
      expect(text).toContain('bad.pdf');
      expect((await keptBy(visitor)).files.sort()).toEqual(['one.pdf', 'two.pdf']);
    });
  });

  it('files stand in the draft as they stood in the form, however large the first', async () => {
    const slow = buildPdf({ padding: 9_000_000 });
    for (let time = 0; time < 3; time += 1) {
      await unharmed(async (visitor) => {
        await visitor.sendParts([file('large.pdf', slow), file('small.pdf', PDF), UPLOAD]);
        expect((await keptBy(visitor)).files).toEqual(['large.pdf', 'small.pdf']);
      });
    }
  });

  it('a large file leaves no listeners behind on what it is written to', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    await unharmed(async ({ sendParts }) => {
      const large = buildPdf({ padding: 5_000_000 });
      expect((await sendParts([file('large.pdf', large), UPLOAD])).status).toBe(303);
    });
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it.each<[where: string, name: string, path?: string, headers?: Headers]>([
    ['of the form', 'declareFile'],
    ['of another field', 'other'],
    ['of a field that is checked', 'declareFile', `${FORM}?check=companyName`],
    ['of a refused form', 'declareFile', FORM, { 'Sec-Fetch-Site': 'cross-site' }],
  ])(
    'a file %s that begins behind the closing boundary and has no end does not hold up its request',
    async (_where, name, path, headers) => {
      await unharmed(async (visitor) => {
        // busboy 1.6 passes over the first boundary behind the closing one, and takes the next for a part's.
        const behind = `${opening}${opening}${disposition(`name="${name}"; filename="late.pdf"`)}\r\n\r\nno end`;
        const body = bodyOf([NAME, UPLOAD], BOUNDARY, Buffer.concat([closing(), Buffer.from(behind)]));
        const line = lineOf(visitor, { 'Content-Length': `${body.length}`, ...headers }, body, path);
        expect((await exchange(site().port, line)).status).toEqual(expect.any(Number));
      });
    },
  );
});
