import { describe, expect, it } from 'vitest';
import { fieldNames, isOptional } from '../../../src/applications/rules/fields.ts';
import { MAX_FILE_BYTES, MAX_FILE_MEGABYTES } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import type { Sending } from '../../support/form-client.ts';
import { allIn } from '../../support/html.ts';
import {
  arrive,
  begin,
  byHtmx,
  CHINESE_FORM,
  draftOf,
  FORM,
  fileOf,
  formSiteForFile,
  goodAnswers,
  shareCookies,
  whole,
} from './form-site.ts';
import { componentOf, faultAt, readFragment, summaryLinks } from './read-form.ts';

const site = formSiteForFile();

describe.each([
  { path: FORM, error: 'Error: ', required: 'Required' },
  { path: CHINESE_FORM, error: '错误：', required: '此项必填' },
])('an empty form at $path', ({ path, error, required }) => {
  it('returns 422 with an error prefix and a summary that links to every required field in order', async () => {
    const client = await arrive(site(), path);
    const { title: before } = await client.get();
    const { status, title, main } = await client.post({});
    expect([status, title]).toEqual([422, `${error}${before}`]);
    expect(summaryLinks(main)).toEqual(
      fieldNames
        .filter((name) => !isOptional(name))
        .map((name) => ({ href: `#${name}`, text: name === 'declareFile' ? expect.any(String) : required })),
    );
  });
});

/** One error of each kind, with its fixed message. */
const PROBLEMS: [sending: Sending, english: string | RegExp][] = [
  [{ fields: { captcha: 'x' } }, 'Captcha Error'],
  [{ fields: { contactEmail: 'x' } }, 'Email Error'],
  [{ files: [] }, 'Please upload at least one declaration document.'],
  [
    { files: [fileOf('a.pdf', pdfOf(MAX_FILE_BYTES + 1))] },
    `a.pdf: File size cannot exceed ${MAX_FILE_MEGABYTES}MB.`,
  ],
  [{ fields: { establishmentDate: 'x' } }, /^Enter a real date/u],
  [{ fields: { developmentStage: 'x' } }, 'Select an option from the list'],
];

it.each(PROBLEMS)(
  'an error is one line of the summary and marks only its field (%#)',
  async (sending, english) => {
    const page = await (await begin(site())).post(whole(sending));
    const [{ href = '', text = '' } = {}, ...more] = summaryLinks(page.main);
    expect([page.status, more]).toEqual([422, []]);
    expect(text).toMatch(typeof english === 'string' ? RegExp(`^${RegExp.escape(english)}$`, 'u') : english);
    expect(fieldNames.filter((name) => faultAt(page, name).isInvalid)).toEqual([href.slice(1)]);
  },
);

/** Values that must be shown unchanged although they are invalid, need escaping or would be normalised. */
const TYPED = {
  companyName:
    '  </textarea></form>"O\'Neill" & <Söhne> &amp;lt; {{limit}} $1 %00 \\n \u202eאופק\u202c 👩‍🌾 e\u0301 ',
  companyDescription: '\n\n  <script>\n\twith a tab\n ',
  contactEmail: ' not an <address> ',
  contactPhone: 'call "me"',
  establishmentDate: '2020年13月',
  developmentStage: 'mature',
  industry: 'A & B',
};

it('shows all typed texts unchanged in the response and after a new GET', async () => {
  const client = await arrive(site());
  expect((await client.post({ fields: TYPED })).status).toBe(422);
  expect(client.inputs()).toMatchObject(TYPED);
  await client.get();
  expect(client.inputs()).toMatchObject(TYPED);
});

it.each([
  ['contactEmail', 'lin@', 'Email Error'],
  ['companyDescription', 'one\ntwo', undefined],
])('a field check (%s: %j) returns and stores only the field with the text %j', async (name, value, said) => {
  const client = await begin(site());
  const { status, text, headers } = await byHtmx(client, { fields: { [name]: value }, check: name });
  expect([status, headers['cache-control']]).toEqual([said === undefined ? 200 : 422, 'no-store']);
  const { main } = readFragment(text);
  expect(allIn(main, 'div').map(({ attributes }) => attributes.id)).toEqual([`${name}-field`]);
  expect(faultAt({ main }, name).seen).toEqual(said === undefined ? [] : [`Error: ${said}`]);
  expect((await draftOf(site(), client)).fields).toMatchObject({ [name]: value });
});

it.each(['', 'captcha', 'nonsense'])('a check of the field “%s” returns 400', async (check) => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const client = await begin(site());
  const answer = await client.send(`${FORM}?check=${check}`, 'POST', headers, Buffer.from('companyName=x'));
  expect(answer.status).toBe(400);
});

/** Removes tokens and captcha codes, which differ each time. */
const withoutTimes = (html: string) =>
  html.replace(/name="(token|sealedCode)" value="[^"]*"/gu, '$1').replace(/\?code=[\w-]+/gu, '?code=');

it.each<[string, Sending]>([
  ['has errors', { fields: { companyName: '"><script>' }, files: [fileOf('a.exe', 'MZ')] }],
  ['has no token', { fields: goodAnswers, without: ['token'] }],
])('htmx receives the same component as the whole page if the form %s', async (_state, sending) => {
  const [reader, swapper] = [await begin(site()), await begin(site())];
  // Equal pages need the same submit key.
  shareCookies(reader, swapper);
  await swapper.get();
  const page = await reader.post(sending);
  const { status, text, headers } = await byHtmx(swapper, sending);
  expect([status, readFragment(text).title]).toEqual([page.status, page.title]);
  expect(withoutTimes(componentOf(text))).toBe(withoutTimes(componentOf(page.text)));
  expect(text.replace(componentOf(text), '')).toMatch(/^<title>[^<]+<\/title>$/u);
  expect([headers['cache-control'], headers.vary]).toEqual([
    'no-store',
    expect.stringContaining('HX-Request'),
  ]);
});

it('redirects htmx to the receipt after a successful submit', async () => {
  const client = await begin(site());
  const { status, headers, text } = await byHtmx(client, whole());
  expect([status, headers['hx-redirect'], text]).toEqual([200, expect.stringContaining(`${FORM}/sent?`), '']);
  expect((await client.get(client.receipt())).status).toBe(200);
});

it('htmx does not replace the form after a POST of another type', async () => {
  const { status, headers } = await byHtmx(await begin(site()), {
    headers: { 'Content-Type': 'text/plain' },
  });
  expect([status, headers['hx-reswap']]).toEqual([415, 'none']);
});
