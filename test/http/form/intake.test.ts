import { expect, it } from 'vitest';
import { MAX_UNSTORED_BYTES } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { data, NO_CONTENT_CACHE, PATHS } from '../../support/fake-backend.ts';
import { goodFields } from '../../support/form-client.ts';
import { allIn, textOf } from '../../support/html.ts';
import { SITE_URL } from '../../support/site.ts';
import {
  type Answer,
  arrive,
  begin,
  countOf,
  draftOf,
  expectFailed,
  FORM,
  fileOf,
  formSiteForFile,
  pdf,
  visitor,
  whole,
} from './form-site.ts';
import { filesShown } from './read-form.ts';

const site = formSiteForFile(NO_CONTENT_CACHE);
const remembering = formSiteForFile({ CONTENT_FRESH_S: '0', CONTENT_STALE_S: '3600' });

const WORDS = { title: 'Autumn round', description: 'It begins on the first of September.' };
const turn = (enabled: boolean, on = site()) =>
  on.fake.override(PATHS.declare, data({ componentCode: 'declare', enabled, ...WORDS }));

const inDialog = ({ main }: Answer) => textOf(allIn(main, 'dialog')[0] ?? '');
/** Returns the text of the page without its dialog. */
const besideDialog = (page: Answer) => page.mainText.replace(inDialog(page), '');

/** Expects one open dialog, no form, and the title of the open form. */
function expectClosed({ main, form, title }: Answer) {
  expect(allIn(main, 'dialog').map(({ attributes }) => 'open' in attributes)).toEqual([true]);
  expect([form, title]).toEqual([undefined, expect.not.stringContaining('Submission Closed')]);
}

it('a closed form shows its dialog over a page that also explains the closure', async () => {
  turn(false);
  const page = await visitor(site()).get();
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
  expectClosed(page);
  expect(besideDialog(page)).toContain('not accepting');
  for (const words of Object.values(WORDS)) expect(inDialog(page)).toContain(words);
  expect(page.headers['set-cookie']).toBeUndefined();
});

it.each([
  ['a submit', {}],
  ['an upload', { button: { action: 'upload' } }],
])('a closed form refuses %s with 403 and stores the draft', async (_what, sending) => {
  turn(true);
  const client = await begin(site());
  const before = await countOf(site());
  turn(false);
  const page = await client.post(whole(sending));
  expect(page.status).toBe(403);
  expectClosed(page);
  for (const said of [inDialog(page), besideDialog(page)]) expect(said).toContain('saved until');
  expect(await countOf(site())).toBe(before);
  expect(await draftOf(site(), client)).toMatchObject({ fields: goodFields, names: ['plan.pdf'] });
  turn(true);
  await client.get();
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

it('a closed form does not promise its draft to a visitor without the cookie of that draft', async () => {
  turn(true);
  const { submitKey = '' } = (await begin(site())).inputs();
  turn(false);
  const page = await visitor(site(), FORM, SITE_URL).post(whole({ fields: { submitKey } }));
  expect(page.status).toBe(403);
  expectClosed(page);
  expect(page.mainText).not.toContain('saved until');
});

it('a closed form reads a limited part of a POST and names the files that are not stored', async () => {
  turn(true);
  const client = await begin(site());
  turn(false);
  const files = [pdf('small.pdf'), fileOf('large.pdf', pdfOf(2 * MAX_UNSTORED_BYTES)), pdf('unread.pdf')];
  const page = await client.post(whole({ files }));
  expect(page.status).toBe(403);
  expect(page.mainText).toContain('large.pdf: The file could not be uploaded.');
  expect(await draftOf(site(), client)).toMatchObject({ fields: goodFields, names: ['small.pdf'] });
});

it('a closed form still shows the receipt of an earlier application', async () => {
  turn(true);
  const client = await begin(site());
  const sending = whole({ fields: { ...client.inputs(), ...whole().fields } });
  await client.post(sending);
  turn(false);
  expect((await client.get(client.receipt())).heading).toBe('Submission successful');
  expect((await client.post(sending)).status).toBe(303);
});

it('the payload hash of the form changes when the intake closes', async () => {
  const hashAt = async () => {
    const { text } = await site().raw('/en/apply/_payload.json');
    const { hash } = JSON.parse(text) as { hash: string };
    expect(text).not.toContain('submitKey');
    expect((await site().raw('/en/apply')).text).toContain(`<meta name="payload" content="${hash}"/>`);
    return hash;
  };
  turn(true);
  const open = await hashAt();
  turn(false);
  expect(await hashAt()).not.toBe(open);
});

it('a submission returns 503 and keeps every value if the backend cannot be reached', async () => {
  const client = await arrive(site());
  const before = await countOf(site());
  site().fake.override(PATHS.declare, { destroy: true });
  const page = await client.post(whole());
  expectFailed(client, page);
  expect([page.headers['cache-control'], filesShown(page)]).toEqual(['no-store', ['plan.pdf']]);
  expect(await draftOf(site(), client)).toMatchObject({ fields: goodFields, names: ['plan.pdf'] });
  expect(await countOf(site())).toBe(before);
  site().fake.restore();
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

it('accepts an application from stale copies while the backend is down', async () => {
  const client = await arrive(remembering());
  remembering().fake.goDown();
  expect((await client.post(whole())).status).toBe(303);
  expect((await client.get(client.receipt())).status).toBe(200);
});
