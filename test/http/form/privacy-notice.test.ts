import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { type BackendRequest, data, NO_CONTENT_CACHE, PATHS } from '../../support/fake-backend.ts';
import { allIn, textOf } from '../../support/html.ts';
import { apply, arrive, FORM_ITEM, formSiteForFile, NOTICE_ITEM, visitor } from './form-site.ts';
import { byId } from './read-form.ts';

const site = formSiteForFile(NO_CONTENT_CACHE);

const ANOTHER = '0123456789abcdef';

/** Builds the notice of the backend with the text `words`. */
const notice = (words = 'We <b>keep</b> it.') => [
  { id: 1, title: 'Data', remarkContent: `<p>${words}</p>` },
  { id: 2, remarkContent: '<p>We delete it.</p>' },
];
const versionOf = (words: string) =>
  createHash('sha256').update(`Data\n${words}\nWe delete it.`).digest('hex').slice(0, 16);
const [VERSION, CHANGED] = [versionOf('We keep it.'), versionOf('We keep it for ever.')];

const isNotice = ({ query }: BackendRequest) => query.get('componentCode') === NOTICE_ITEM.code;

function giveNotice(reply = data(notice())): void {
  site().fake.override(PATHS.menu, data([FORM_ITEM, NOTICE_ITEM]));
  site().fake.override(PATHS.common, (question) => (isNotice(question) ? reply : undefined));
}

const hidden = (inputs: Record<string, string>): string | undefined => inputs.privacyNotice;
const kept = async (...given: Parameters<typeof apply>) => (await apply(...given)).privacyNotice;

beforeEach(() => giveNotice());

it('links the privacy notice above the submit button in a new tab', async () => {
  const { main } = await visitor(site()).get();
  const [sentence] = byId(main, '_privacy');
  const words = 'you have read our How we keep data (opens in a new tab).';
  expect(sentence && textOf(sentence)).toContain(words);
  const [link] = sentence ? allIn(sentence, 'a') : [];
  const href = '/en/privacy-policy';
  expect(link?.attributes).toMatchObject({ href, target: '_blank', rel: 'noopener' });
  expect((await site().raw(href)).status).toBe(200);
});

it.each([
  ['shown by the form, even if the notice has changed', VERSION, VERSION],
  ['of today if the form sends an invalid one', `${ANOTHER}0`, CHANGED],
])('stores the version of the privacy notice %s', async (_what, privacyNotice, expected) => {
  const client = await arrive(site());
  expect(hidden(client.inputs())).toBe(VERSION);
  giveNotice(data(notice('We keep it for ever.')));
  expect(await kept(site(), client, { fields: { privacyNotice } })).toBe(expected);
});

it('stores no notice version if the menu has no notice, whatever the form sends', async () => {
  site().fake.restore();
  const client = visitor(site());
  const { main } = await client.get();
  expect([byId(main, '_privacy'), hidden(client.inputs())]).toEqual([[], undefined]);
  expect(await kept(site(), client, { fields: { privacyNotice: ANOTHER } })).toBeNull();
});

it('a form shown again keeps its notice version while the notice cannot be read', async () => {
  const client = await arrive(site());
  giveNotice(data('x'));
  await client.post({ fields: { companyName: 'Half' } });
  expect(hidden(client.inputs())).toBe(VERSION);
});
