import { expect, it } from 'vitest';
import { textFields } from '../../../src/applications/rules/fields.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { data, NO_CONTENT_CACHE, PATHS } from '../../support/fake-backend.ts';
import { goodFields, TEST_ANSWER } from '../../support/form-client.ts';
import { SITE_URL } from '../../support/site.ts';
import {
  countOf,
  FORM,
  FORM_ITEM,
  formSiteForFile,
  goodAnswers,
  NOTICE_ITEM,
  pdf,
  receiptOf,
  shareCookies,
  upload,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile(NO_CONTENT_CACHE);
const { alreadySent: SENT_ALREADY, problemFileAddedElsewhere, problemFileRemovedElsewhere } = texts('en');
const forB = { ...goodAnswers, companyName: 'Company B' };

/** Creates two tabs of one browser with shared cookies and separate pages. */
function twoTabs(): [Visitor, Visitor] {
  const [one, two] = [visitor(site(), FORM, SITE_URL), visitor(site(), FORM, SITE_URL)];
  const sharing = (tab: Visitor, other: Visitor): Visitor => ({
    ...tab,
    async post(sending) {
      const answer = await tab.post(sending);
      shareCookies(tab, other);
      return answer;
    },
  });
  return [sharing(one, two), sharing(two, one)];
}

/** Opens both tabs before the first POST. */
async function openedFirst() {
  const tabs = twoTabs();
  for (const tab of tabs) await tab.get();
  return tabs;
}

/** Opens the second tab while the first has a draft of company A with a file. */
async function openedLater(): Promise<[Visitor, Visitor]> {
  const [one, two] = twoTabs();
  await one.get();
  await one.post({ fields: goodFields, files: [pdf('a.pdf')], button: { action: 'upload' } });
  await one.get();
  await two.get();
  return [one, two];
}

/** Returns the application of a tab's last receipt. */
async function sentBy(tab: Visitor) {
  const application = await site().store.applications.get(await receiptOf(tab));
  return { company: application?.fields.companyName, files: application?.files.map(({ name }) => name) };
}

it('two tabs opened without a draft submit two separate applications', async () => {
  const [one, two] = await openedFirst();
  await one.post({ fields: goodFields, files: [pdf('a.pdf')], button: { action: 'upload' } });
  await two.post({
    fields: { companyName: 'Company B' },
    files: [pdf('b.pdf')],
    button: { action: 'upload' },
  });
  await two.get();
  expect((await two.post(whole({ fields: forB, files: [] }))).status).toBe(303);
  expect((await one.post(whole({ files: [] }))).status).toBe(303);
  expect(await sentBy(one)).toEqual({ company: goodFields.companyName, files: ['a.pdf'] });
  expect(await sentBy(two)).toEqual({ company: 'Company B', files: ['b.pdf'] });
});

it('a tab submits its own application after another tab has submitted the draft', async () => {
  const [one, two] = await openedLater();
  expect((await one.post(whole({ files: [] }))).status).toBe(303);
  const reference = await receiptOf(one);
  const count = await countOf(site());
  const page = await two.post(whole({ fields: forB, files: [pdf('b.pdf')] }));
  expect(page.status).toBe(422);
  expect(page.summary).toContain(SENT_ALREADY);
  expect(page.summary).toContain(reference);
  expect(two.inputs()).toMatchObject({ companyName: 'Company B' });
  expect(filesShown(page)).toEqual(['b.pdf']);
  expect(await countOf(site())).toBe(count);
  expect((await two.post({ fields: { captcha: TEST_ANSWER } })).status).toBe(303);
  expect(await sentBy(two)).toEqual({ company: 'Company B', files: ['b.pdf'] });
  expect(await sentBy(one)).toMatchObject({ files: ['a.pdf'] });
});

it.each([
  [
    'adds',
    async (tab: Visitor) => void (await upload(tab, pdf('late.pdf'))),
    `late.pdf: ${problemFileAddedElsewhere}`,
  ],
  [
    'removes',
    async (tab: Visitor) => void (await tab.post({ button: { remove: (await tab.get()).fileIds[0] ?? '' } })),
    `a.pdf: ${problemFileRemovedElsewhere}`,
  ],
])(
  'refuses a submit of the first tab until it has shown that the second tab %s a file',
  async (_what, change, problem) => {
    const [one, two] = await openedLater();
    await upload(one, pdf('a2.pdf'));
    await one.get();
    await two.get();
    await change(two);
    const count = await countOf(site());
    const page = await one.post(whole({ files: [pdf('new.pdf')] }));
    expect(page.status).toBe(422);
    expect(problemsWith(page, 'declareFile')).toEqual([problem]);
    expect(await countOf(site())).toBe(count);
    expect((await one.post({})).status).toBe(303);
    expect((await sentBy(one)).files).toEqual(filesShown(page));
  },
);

it('refuses a submit if the second tab adds a file after the check and before the transaction', async () => {
  site().fake.override(PATHS.menu, data([FORM_ITEM, NOTICE_ITEM]));
  const [one, two] = await openedLater();
  let uploaded: ReturnType<typeof upload> | undefined;
  // The notice is read between the check and the transaction, because the form does not send its version.
  site().fake.override(PATHS.common, () => ({
    write: async (response) => {
      uploaded ??= upload(two, pdf('late.pdf'));
      await uploaded;
      response.destroy();
    },
  }));
  const page = await one.post(whole({ fields: { privacyNotice: '' }, files: [] }));
  expect((await uploaded)?.status).toBe(303);
  expect(problemsWith(page, 'declareFile')).toEqual([`late.pdf: ${problemFileAddedElsewhere}`]);
});

/** Submits an application and returns the inputs of its form. */
async function submitted() {
  const [one] = await openedFirst();
  const old = { ...one.inputs(), ...goodAnswers };
  await one.post(whole());
  return { one, old, reference: await receiptOf(one) };
}

it('an old form with the same normalised content redirects to the same receipt', async () => {
  const { one, old, reference } = await submitted();
  const same = { ...old, captcha: '', establishmentDate: '2020/1/31' };
  expect((await one.post(whole({ fields: same }))).status).toBe(303);
  expect(await receiptOf(one)).toBe(reference);
});

it('does not report an old form without texts as submitted', async () => {
  const { one, old } = await submitted();
  const page = await one.post({
    fields: { submitKey: old.submitKey ?? '', token: old.token ?? '' },
    button: { action: 'submit' },
    without: [...textFields, 'shownFiles'],
  });
  expect([page.status, page.summary]).toEqual([422, expect.stringContaining(SENT_ALREADY)]);
});

it('“Start another application” of a continued draft shows an empty form', async () => {
  const [one] = await openedLater();
  const page = await one.get();
  expect(page.hrefs(page.main)).toContain(`${FORM}?new`);
  const { submitKey } = one.inputs();
  await one.get(`${FORM}?new`);
  expect(one.inputs()).toMatchObject({ companyName: '', shownFiles: '' });
  expect(one.inputs().submitKey).not.toBe(submitKey);
  await one.get();
  expect(one.inputs()).toMatchObject({ companyName: goodFields.companyName, submitKey });
});
