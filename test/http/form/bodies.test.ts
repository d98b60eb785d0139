import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { fields } from '../../../src/applications/rules/fields.ts';
import { MAX_TEXT_BYTES, MEGABYTE } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { postBytes } from '../../stress/attack/support/bodies.ts';
import { rowsOf } from '../../stress/attack/support/traces.ts';
import { goodFields } from '../../support/form-client.ts';
import { metricIncreases, metricsOf } from '../../support/metrics.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import {
  arrive,
  begin,
  draftOf,
  FORM,
  fileOf,
  formSiteForFile,
  goodAnswers,
  pdf,
  uploadsOf,
  type Visitor,
} from './form-site.ts';
import { problemsWith } from './read-form.ts';

const site = formSiteForFile();
const URL_ENCODED = 'application/x-www-form-urlencoded';

const send = (client: Visitor, type: string, body: string | Buffer = '') =>
  client.send(FORM, 'POST', type === '' ? {} : { 'Content-Type': type }, Buffer.from(body));

const bodyOf = (client: Visitor, ...files: ReturnType<typeof pdf>[]) =>
  multipart(Object.entries({ ...client.inputs(), ...goodAnswers }), files);

it.each([
  ['application/json', '{"companyName":"x"}', 415],
  ['', 'x', 415],
  ['multipart/form-data', 'x', 400],
])('a POST of the type “%s” that is not a valid form returns %3$d', async (type, body, status) => {
  const page = await send(await begin(site()), type, body);
  expect([page.status, page.headers['cache-control']]).toEqual([status, 'no-store']);
});

it('discards files of other fields', async () => {
  const client = await begin(site());
  await send(client, MULTIPART, bodyOf(client, { ...pdf('other.pdf'), field: 'other' }));
  expect((await draftOf(site(), client)).names).toEqual([]);
});

it('accepts a chunked POST without a declared length', async () => {
  const client = await begin(site());
  const headers = { 'Content-Type': MULTIPART, 'Transfer-Encoding': 'chunked' };
  expect((await client.send(FORM, 'POST', headers, bodyOf(client, pdf()))).status).toBe(303);
});

it('accepts a URL-encoded form like a multipart form', async () => {
  const client = await begin(site());
  await client.post({ files: [pdf()], button: { action: 'upload' } });
  await client.get();
  const texts = { companyName: 'A&B=C+D 100% 企业', companyDescription: 'one\r\ntwo' };
  const body = new URLSearchParams({ ...client.inputs(), ...goodAnswers, ...texts }).toString();
  expect((await send(client, `${URL_ENCODED}; charset=UTF-8`, body)).status).toBe(303);
  const { reference = '' } = (await site().store.applications.list()).at(-1) ?? {};
  expect((await site().store.applications.get(reference))?.fields).toMatchObject({
    ...texts,
    companyDescription: 'one\ntwo',
  });
});

it('shows and stores the whole of a text that is too long', async () => {
  const client = await begin(site());
  const companyDescription = '远'.repeat(15_000);
  const page = await client.post({ fields: { ...goodAnswers, companyDescription } });
  expect(page.status).toBe(422);
  expect(page.text).toContain(companyDescription);
  expect((await draftOf(site(), client)).fields).toMatchObject({ ...goodFields, companyDescription });
});

it('reads, shows and stores all other fields and files of a POST with a text beyond the budget', async () => {
  const client = await begin(site());
  const sent = { ...goodAnswers, companyName: 'x'.repeat(MEGABYTE) };
  const page = await client.post({ fields: sent, files: [pdf('after.pdf')] });
  expect(page.status).toBe(422);
  expect(problemsWith(page, 'companyName')).toEqual([expect.stringContaining(`${fields.companyName.max}`)]);
  const { fields: stored, names } = await draftOf(site(), client);
  const others = { ...goodFields, companyName: expect.any(String) };
  expect([stored, client.inputs(), names]).toMatchObject([others, others, ['after.pdf']]);
  expect(stored.companyName?.length).toBeLessThanOrEqual(MAX_TEXT_BYTES);
});

it.each([':"/'.repeat(20_000), `a:${'<'.repeat(250_000)}`])(
  'limits the size of the response to the shown files %.9s…',
  async (shownFiles) => {
    const client = await begin(site());
    const values = { ...client.inputs(), ...goodAnswers, shownFiles };
    const { status, text } = await send(client, MULTIPART, multipart(Object.entries(values), []));
    expect(status).toBe(422);
    expect(text.length).toBeLessThan(512 * 1024);
  },
);

const uploads = () => uploadsOf(site());
/** Two files, of which the second is half sent. */
const twoFiles = (client: Visitor) => bodyOf(client, pdf('first.pdf'), fileOf('second.pdf', pdfOf(MEGABYTE)));

/** Sends a body without its last bytes, and closes the connection when the site has logged the request. */
async function cut(client: Visitor, body: Buffer): Promise<void> {
  const socket = connect(site().port, '127.0.0.1').on('error', () => undefined);
  const headers = {
    Cookie: client.cookie(),
    'Content-Type': MULTIPART,
    'Content-Length': `${body.length}`,
  };
  const before = site().lines.length;
  const part = postBytes(headers, body.subarray(0, body.length - MEGABYTE / 2), FORM);
  await new Promise<void>((resolve) => socket.write(part, () => resolve()));
  socket.destroySoon();
  await vi.waitFor(() => expect(site().lines.length).toBeGreaterThan(before), { timeout: 10_000 });
}

const untilStored = (client: Visitor, expected: { fields?: object; names: string[] }) =>
  vi.waitFor(async () => expect(await draftOf(site(), client)).toMatchObject(expected), {
    timeout: 10_000,
  });

it('a POST interrupted in its second file loses only that file', async () => {
  const client = await begin(site());
  const counted = await metricIncreases(site(), 'plinth_uploads_total', async () => {
    await cut(client, twoFiles(client));
    await untilStored(client, { fields: goodFields, names: ['first.pdf'] });
    const cuts = async () => (await metricsOf(site())).get('plinth_uploads_total{event="cut"}');
    await expect.poll(cuts).toBe(1);
  });
  expect(counted).toEqual({ '{event="begun"}': 2, '{event="kept"}': 1, '{event="cut"}': 1 });
  await expect.poll(async () => (await uploads()).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect((await client.get()).fileNames).toEqual(['first.pdf']);
});

it('an interrupted first POST leaves no draft, file or session behind', async () => {
  const client = await arrive(site());
  const traces = async () => [
    ...['drafts', 'draft_files', 'sessions'].map((table) => rowsOf(site(), `select * from ${table}`)),
    await uploads(),
  ];
  const before = await traces();
  await cut(client, twoFiles(client));
  await expect.poll(traces).toEqual(before);
});

it('an interrupted first POST of a second form is continued in its session', async () => {
  const client = await begin(site());
  await client.get(`${FORM}?new`);
  const { submitKey } = client.inputs();
  await cut(client, twoFiles(client));
  await untilStored(client, { fields: goodFields, names: ['first.pdf'] });
  await client.get();
  expect(client.inputs()).toMatchObject({ submitKey, companyName: goodFields.companyName });
});

it('stores the complete parts of a refused body that ends early', async () => {
  const client = await begin(site());
  const body = bodyOf(client, pdf('first.pdf'), pdf('second.pdf'));
  expect((await send(client, MULTIPART, body.subarray(0, -200))).status).toBe(400);
  expect(await draftOf(site(), client)).toMatchObject({ fields: goodFields, names: ['first.pdf'] });
});
