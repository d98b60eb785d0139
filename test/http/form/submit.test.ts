import { describe, expect, it } from 'vitest';
import { RECEIPT_LINK_DAYS } from '../../../src/applications/rules/limits.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { goodFields } from '../../support/form-client.ts';
import {
  apply,
  arrive,
  CHINESE_FORM,
  FORM,
  formSiteForFile,
  goodAnswers,
  pdf,
  receiptOf,
  SENT,
  visitor,
  whole,
} from './form-site.ts';
import { filesShown } from './read-form.ts';

const site = formSiteForFile();

describe('a complete application', () => {
  it('redirects a complete application to its receipt with 303', async () => {
    const client = await arrive(site());
    const { status, headers } = await client.post(whole({ files: [pdf('a.pdf'), pdf('b.pdf')] }));
    expect(status).toBe(303);
    expect(headers.location).toMatch(/^\/en\/apply\/sent\?receipt=A-\d{4}-\w{6}\.\w+\.[\w-]{43}$/u);
    expect(headers['cache-control']).toBe('no-store');
    const application = await site().store.applications.get(await receiptOf(client));
    expect(application?.fields).toEqual(goodFields);
    expect(application?.files.map(({ name }) => name).toSorted()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('submits a complete application by any button or by Enter', async () => {
    const buttons: Record<string, string>[] = [{}, { action: 'submit' }, { action: 'unknown' }];
    for (const button of buttons) {
      expect((await (await arrive(site())).post(whole({ button }))).status).toBe(303);
    }
  });

  it('accepts an application in several POSTs with one field each', async () => {
    const client = await arrive(site());
    for (const [name, value] of Object.entries(goodAnswers)) await client.post({ fields: { [name]: value } });
    const { status } = await client.post({ files: [pdf()] });
    expect(status).toBe(303);
    expect(await site().store.applications.get(await receiptOf(client))).toMatchObject({
      fields: goodFields,
    });
  });

  it.each([
    ['en', FORM],
    ['zh', CHINESE_FORM],
  ])(
    'stores the language of the page that submitted the application (%s), not of the first page',
    async (language, sentFrom) => {
      const begun = await arrive(site(), sentFrom === FORM ? CHINESE_FORM : FORM);
      await begun.post({ fields: { companyName: '两种语言' }, files: [pdf('a.pdf')] });
      const other = visitor(site(), sentFrom);
      for (const [name, value] of begun.cookies) other.cookies.set(name, value);
      const page = await other.get();
      expect(other.inputs().companyName).toBe('两种语言');
      expect(filesShown(page)).toEqual(['a.pdf']);
      const application = await apply(site(), other, { files: [], fields: { companyName: '两种语言' } });
      expect(application).toMatchObject({ language, files: [{ name: 'a.pdf' }] });
    },
  );
});

describe('the receipt', () => {
  it.each([
    [FORM, 'Submission successful'],
    [CHINESE_FORM, '提交成功'],
  ])(
    'the receipt at %s has the heading %s and shows everything that was submitted',
    async (path, heading) => {
      const client = await arrive(site(), path);
      await client.post(whole({ files: [pdf('计划 <b>.pdf')] }));
      const page = await client.get(client.receipt());
      expect(page.status).toBe(200);
      expect(page.heading).toBe(heading);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.meta('robots')).toContain('noindex');
      for (const [name, value] of Object.entries(goodFields)) {
        if (name !== 'developmentStage') expect(page.mainText).toContain(value);
      }
      expect(page.mainText).toContain('计划 <b>.pdf');
      expect(page.hrefs(page.main)).toContain(`${path}?new`);
      expect(page.headers['referrer-policy']).toBe('same-origin');
    },
  );

  it.each([SENT, '/apply/sent'])('%s redirects a visitor without a receipt to the form', async (address) => {
    const { status, headers } = await (await arrive(site())).get(address);
    expect([302, 303]).toContain(status);
    expect(headers.location).toBe(address.replace('/sent', ''));
    expect(headers['cache-control']).toBe('no-store');
    expect((await visitor(site()).get(address)).headers['set-cookie']).toBeUndefined();
  });

  it('shows the receipt only for a signed link within RECEIPT_LINK_DAYS', async () => {
    const client = await arrive(site());
    await client.post(whole());
    const reference = await receiptOf(client);
    const other = await arrive(site());
    const { receiptLinks } = site().services;
    const expired = receiptLinks.queryOf(reference, Date.now() - RECEIPT_LINK_DAYS * DAY_MS);
    const forged = client.receipt().slice(0, -3);
    const addresses = [`${SENT}?reference=${reference}`, `${SENT}/${reference}`, SENT + expired, forged];
    for (const address of addresses) expect((await other.get(address)).status).not.toBe(200);
  });

  it.each([
    ['cut', -3, 'This confirmation link is incomplete'],
    ['cut in its time', -45, 'This confirmation link is incomplete'],
    ['empty', -1000, 'This confirmation link is incomplete'],
  ])('explains why a receipt link that is %s does not work', async (_how, end, heading) => {
    const client = await arrive(site());
    await client.post(whole());
    const [path, link = ''] = client.receipt().split('receipt=');
    for (const at of [`${path}receipt=`, `${FORM}/receipt.txt?receipt=`]) {
      const page = await visitor(site()).get(`${at}${link.slice(0, end)}`);
      expect([page.status, page.heading, page.text.includes('quote its reference number')]).toEqual([
        404,
        heading,
        true,
      ]);
    }
  });

  it('explains that a receipt link has expired', async () => {
    const page = await visitor(site()).get(SENT + site().services.receiptLinks.queryOf('A-1', 0));
    expect([page.status, page.heading]).toEqual([404, 'This confirmation link has expired']);
  });

  it.each(['。', '.', ')', '%E3%80%82', '%20'])(
    'opens the receipt by a link with “%s” at its end',
    async (end) => {
      const client = await arrive(site());
      await client.post(whole());
      const page = await visitor(site()).get(`${client.receipt()}${encodeURI(decodeURI(end))}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`receipt.txt${client.receipt().slice(client.receipt().indexOf('?'))}"`);
    },
  );
});

it('a second application starts with an empty form', async () => {
  const client = await arrive(site());
  const first = await apply(site(), client);
  const page = await client.get();
  expect(client.inputs()).toMatchObject({ companyName: '', contactEmail: '', captcha: '' });
  expect(filesShown(page)).toEqual([]);
  const second = await apply(site(), client, { fields: { companyName: 'Second' }, files: [pdf('2.pdf')] });
  expect(second.reference).not.toBe(first.reference);
  expect(second).toMatchObject({ fields: { companyName: 'Second' }, files: [{ name: '2.pdf' }] });
  expect(await site().store.applications.get(first.reference)).toEqual(first);
  expect(await receiptOf(client)).toBe(second.reference);
});
