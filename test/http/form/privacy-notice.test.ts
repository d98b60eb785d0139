import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BackendRequest, data, NO_CONTENT_CACHE, PATHS } from '../../support/fake-backend.ts';
import { allIn, textOf } from '../../support/html.ts';
import { MATRIX } from '../../support/matrix.ts';
import { apply, arrive, formSiteForFile, visitor, whole } from './form-site.ts';
import { byId } from './read-form.ts';

// Short, because some responses never arrive, but long enough for a slow response on a busy machine.
const site = formSiteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '1500' });
const caching = formSiteForFile();

const FORM_ITEM = { id: 70, code: 'Apply', name: 'Apply', haveDetail: false };
const NOTICE_ITEM = { id: 80, code: 'Privacy Policy', name: 'How we keep data', haveDetail: false };
const ANOTHER = '0123456789abcdef';

/** Builds the notice of the backend with the text `words`. */
const notice = (words = 'We <b>keep</b> it.') => [
  { id: 1, title: 'Data', remarkContent: `<p>${words}</p>` },
  { id: 2, remarkContent: '<p>We delete it.</p>' },
];
const VERSION = createHash('sha256').update('Data\nWe keep it.\nWe delete it.').digest('hex').slice(0, 16);

const isNotice = ({ query }: BackendRequest) => query.get('componentCode') === NOTICE_ITEM.code;

function giveNotice(reply = data(notice()), on = site()): void {
  on.fake.override(PATHS.menu, data([FORM_ITEM, NOTICE_ITEM]));
  on.fake.override(PATHS.common, (question) => (isNotice(question) ? reply : undefined));
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

it('does not mention a privacy notice that is missing from the menu', async () => {
  site().fake.restore();
  const client = visitor(site());
  const { main } = await client.get();
  expect(byId(main, '_privacy')).toEqual([]);
  expect(hidden(client.inputs())).toBeUndefined();
});

it('ignores a privacy notice that is not a root menu item', async () => {
  site().fake.override(PATHS.menu, data([FORM_ITEM, { ...NOTICE_ITEM, parentId: 70 }]));
  expect(byId((await visitor(site()).get()).main, '_privacy')).toEqual([]);
});

describe('the stored notice version', () => {
  it('stores the shown notice version even if the notice has changed', async () => {
    const client = await arrive(site());
    expect(hidden(client.inputs())).toBe(VERSION);
    giveNotice(data(notice('We keep it for ever.')));
    expect(await kept(site(), client)).toBe(VERSION);
  });

  it('stores the current notice version if the form sends an invalid one', async () => {
    const client = await arrive(site());
    expect(await kept(site(), client, { fields: { privacyNotice: `${ANOTHER}0` } })).toBe(VERSION);
  });

  it('stores an empty notice version without a notice', async () => {
    site().fake.restore();
    const client = await arrive(site());
    expect(await kept(site(), client, { fields: { privacyNotice: ANOTHER } })).toBeNull();
  });
});

describe.each([
  ['does not answer in time', { hang: true }, MATRIX],
  ['is no list', data('x'), []],
])('a notice that %s', (_how, reply, tags) => {
  it('a failing privacy notice does not block the form', async () => {
    giveNotice(reply);
    const client = visitor(site());
    const { status, main } = await client.get();
    expect([status, byId(main, '_privacy').length]).toEqual([200, 1]);
    expect(hidden(client.inputs())).toBeUndefined();
  });

  it('a failing privacy notice does not block a submit', { tags }, async () => {
    const [seen, unseen] = [await arrive(site()), await arrive(site())];
    giveNotice(reply);
    expect(await kept(site(), seen)).toBe(VERSION);
    expect(await kept(site(), unseen, { without: ['privacyNotice'] })).toBeNull();
  });

  it('keeps the notice version of a form that is shown again', { tags }, async () => {
    const client = await arrive(site());
    giveNotice(reply);
    await client.post({ fields: { companyName: 'Half' } });
    expect(hidden(client.inputs())).toBe(VERSION);
  });
});

it('does not call the backend for a fresh privacy notice', async () => {
  giveNotice(undefined, caching());
  await visitor(caching()).get();
  caching().fake.clearRequests();
  const client = await arrive(caching());
  await client.post(whole());
  expect(caching().fake.requests(PATHS.common)).toEqual([]);
});
