import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../../support/fake-backend.ts';
import { goodFields } from '../../support/form-client.ts';
import { allIn, textOf } from '../../support/html.ts';
import { startSite } from '../../support/site.ts';
import {
  type Answer,
  begin,
  byHtmx,
  countOf,
  draftOf,
  formSiteForFile,
  pdf,
  visitor,
  whole,
} from './form-site.ts';

const site = formSiteForFile(NO_CONTENT_CACHE);

const WORDS = { title: 'Autumn round', description: 'It begins on the first of September.' };
const turn = (enabled: boolean, words: Partial<typeof WORDS> = WORDS) =>
  site().fake.override(PATHS.declare, data({ componentCode: 'declare', enabled, ...words }));

const times = (text: string, part: string) => text.split(part).length - 1;

/** Expects one open dialog, no form, and the title of the open form. */
function expectClosed({ main, form, title }: Answer) {
  expect(allIn(main, 'dialog').map(({ attributes }) => 'open' in attributes)).toEqual([true]);
  expect(form).toBeUndefined();
  expect(title).not.toContain('Submission Closed');
}

const inDialog = ({ main }: Answer) => textOf(allIn(main, 'dialog')[0] ?? '');

/** Returns the text of the page without its dialog. */
const besideDialog = (page: Answer) => page.mainText.replace(inDialog(page), '');

it('a closed form shows its dialog over a page that also explains the closure', async () => {
  turn(false);
  const page = await visitor(site()).get();
  expect(page.status).toBe(200);
  expect(page.headers['cache-control']).toBe('no-store');
  expectClosed(page);
  expect(besideDialog(page)).toContain('not accepting');
  for (const words of Object.values(WORDS)) expect(inDialog(page)).toContain(words);
  expect(page.headers['set-cookie']).toBeUndefined();
});

it('a closed form stores the draft of a complete POST that it refuses with 403', async () => {
  turn(true);
  const client = await begin(site());
  const before = await countOf(site());
  turn(false);
  const page = await client.post(whole());
  expect(page.status).toBe(403);
  expectClosed(page);
  for (const said of [inDialog(page), besideDialog(page)]) expect(said).toContain('saved until');
  expect(await countOf(site())).toBe(before);
  expect(await draftOf(site(), client)).toMatchObject({ fields: goodFields, names: ['plan.pdf'] });
});

it.each([
  ['uploads', { button: { action: 'upload' } }],
  ['removals', { button: { remove: 'x' } }],
  ['new codes', { button: { action: 'new-code' } }],
])('stores the draft when a closed form refuses %s with 403', async (_what, sending) => {
  turn(true);
  const client = await begin(site());
  turn(false);
  const page = await client.post({ fields: goodFields, files: [pdf()], ...sending });
  expect(page.status).toBe(403);
  expect(await draftOf(site(), client)).toMatchObject({ fields: goodFields, names: ['plan.pdf'] });
  turn(true);
  await client.get();
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
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

it('a closed form returns the same component to htmx with 403', async () => {
  turn(true);
  const client = await begin(site());
  turn(false);
  const { status, text } = await byHtmx(client, whole());
  expect(status).toBe(403);
  expect(times(text, 'Submission Closed')).toBe(1);
  expect(text).toContain('id="_application"');
  expect(text).not.toContain('<html');
});

it('a closed form stores a single file and returns the reason', async () => {
  turn(true);
  const client = await begin(site());
  turn(false);
  const answer = await byHtmx(client, { to: 'files', files: [pdf()] });
  expect(answer.status).toBe(403);
  expect(answer.text).toMatch(/<p data-problem="">[^<]{10,}<\/p>/u);
  expect((await draftOf(site(), client)).names).toEqual(['plan.pdf']);
});

it('the payload hash of the form changes when the intake closes', async () => {
  const own = await startSite(NO_CONTENT_CACHE);
  const hashAt = async () => {
    const { status, text } = await own.raw('/en/apply/_payload.json');
    const { hash } = JSON.parse(text) as { hash: string };
    expect([status, text.includes('submitKey')]).toEqual([200, false]);
    expect((await own.raw('/en/apply')).text).toContain(`<meta name="payload" content="${hash}"/>`);
    return hash;
  };
  const open = await hashAt();
  own.fake.override(PATHS.declare, data({ componentCode: 'declare', enabled: false }));
  expect(await hashAt()).not.toBe(open);
  expect((await own.raw('/en/apply/_payload.json', { method: 'POST' })).status).toBe(405);
  await own.close();
});
