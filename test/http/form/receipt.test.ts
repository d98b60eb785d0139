import { describe, expect, it } from 'vitest';
import { RECEIPT_LINK_DAYS } from '../../../src/applications/rules/limits.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { data, NO_CONTENT_CACHE, PATHS } from '../../support/fake-backend.ts';
import { goodFields } from '../../support/form-client.ts';
import { allIn, textOf } from '../../support/html.ts';
import { SITE_URL } from '../../support/site.ts';
import {
  apply,
  arrive,
  CHINESE_FORM,
  FORM,
  formSiteForFile,
  pdf,
  receiptOf,
  SENT,
  type Visitor,
  visitor,
} from './form-site.ts';

const site = formSiteForFile(NO_CONTENT_CACHE);
const mailing = formSiteForFile({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'site@group.example' });

/** Creates a visitor who has submitted an application. */
async function applicant(path = FORM, files = [pdf('计划 <b>.pdf'), pdf('b.pdf')]) {
  const client = await arrive(site(), path);
  return { client, ...(await apply(site(), client, { files })) };
}

/** Returns the URL of the receipt file. */
const fileOf = (client: Visitor): string => client.receipt().replace('/sent', '/receipt.txt');

const { developmentStage: _stage, companyDescription = '', ...others } = goodFields;
const SENT_TEXTS = [...companyDescription.split('\n'), ...Object.values(others), '计划 <b>.pdf', 'b.pdf'];

describe.each([
  [FORM, 'Submission successful', 'Development stage: Growth', `${SITE_URL}/en\r\n`],
  [CHINESE_FORM, '提交成功', '发展阶段：成长期', `${SITE_URL}\r\n`],
])('the receipt at %s', (path, heading, stage, home) => {
  it('the receipt and its file show everything that was submitted to a visitor without cookies', async () => {
    const { client, reference } = await applicant(path);
    const page = await visitor(site()).get(client.receipt());
    expect([page.status, page.heading]).toEqual([200, heading]);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer, same-origin',
    });
    expect(page.meta('robots')).toContain('noindex');
    expect(page.hrefs(page.main)).toEqual(expect.arrayContaining([`${path}?new`, fileOf(client)]));
    const { status, headers, text } = await visitor(site()).get(fileOf(client));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${reference}.txt"`,
      'cache-control': 'no-store',
    });
    for (const word of [reference, ...SENT_TEXTS])
      expect([page.mainText, text]).toEqual([expect.stringContaining(word), expect.stringContaining(word)]);
    for (const word of [heading, stage, home]) expect(text).toContain(word);
    expect(text).toMatch(/^\u{feff}(?:[^\r\n]*\r\n)+$/u);
  });
});

it.each([SENT, '/apply/sent', `${FORM}/receipt.txt`])(
  '%s redirects a visitor without a link to the form',
  async (url) => {
    const { reference } = await applicant();
    for (const query of ['', `?reference=${reference}`]) {
      const { status, headers, text } = await visitor(site()).get(url + query);
      expect([status, headers.location, headers['cache-control'], headers['set-cookie']]).toEqual([
        302,
        url.replace(/\/(?:sent|receipt\.txt)$/u, ''),
        'no-store',
        undefined,
      ]);
      expect(text).not.toContain(reference);
    }
  },
);

it('explains why a truncated or expired receipt link does not work', async () => {
  const { client, reference } = await applicant();
  const { receiptLinks } = site().services;
  const expired = receiptLinks.createQuery(reference, Date.now() - RECEIPT_LINK_DAYS * DAY_MS);
  for (const [link, problem] of [
    [client.receipt().slice(0, -3), 'incomplete'],
    [fileOf(client).slice(0, -45), 'incomplete'],
    [`${SENT}?receipt=`, 'incomplete'],
    [SENT + expired, 'expired'],
  ]) {
    const page = await visitor(site()).get(link);
    expect([page.status, page.heading]).toEqual([404, expect.stringContaining(`${problem}`)]);
  }
});

it.each(['。', '%20'])('opens the receipt from a link that ends with “%s”', async (end) => {
  const { client } = await applicant();
  const page = await visitor(site()).get(`${client.receipt()}${encodeURI(decodeURI(end))}`);
  expect([page.status, page.hrefs()]).toEqual([200, expect.arrayContaining([fileOf(client)])]);
});

it('a second application starts with an empty form', async () => {
  const { client, ...first } = await applicant();
  await client.get();
  expect(client.inputs()).toMatchObject({ companyName: '', captcha: '', shownFiles: '' });
  const second = await apply(site(), client, { fields: { companyName: 'Second' }, files: [pdf('2.pdf')] });
  expect(second).toMatchObject({ fields: { companyName: 'Second' }, files: [{ name: '2.pdf' }] });
  expect(await site().store.applications.get(first.reference)).toEqual(first);
  expect(await receiptOf(client)).toBe(second.reference);
});

it('the receipt page announces an email to the applicant if the site sends email', async () => {
  const client = await arrive(mailing());
  await apply(mailing(), client);
  const { mainText } = await client.get(client.receipt());
  expect(mainText).toContain('We are also sending a confirmation email to lin@qinghe.example.');
});

/** Returns the receipt after a change of the backend. */
async function receiptAfter(change: () => void) {
  const { client } = await applicant();
  change();
  return client.get(client.receipt());
}

it('the receipt shows the next steps from the backend without scripts', async () => {
  const steps = '<h1>Soon</h1><p onclick="x()" hx-get="/x">We <b>call</b> you.<script>alert(1)</script></p>';
  const page = await receiptAfter(() =>
    site().fake.override(PATHS.declare, data({ componentCode: 'declare', enabled: true, nextSteps: steps })),
  );
  expect([page.status, allIn(page.main, 'h3').map(textOf)]).toEqual([200, ['Soon']]);
  expect(page.mainText).toContain('We call you.');
  for (const part of ['onclick', 'hx-get="/x"', 'alert(1)']) expect(page.text).not.toContain(part);
});

// Must be last, because the backend is not called for a while after a failure.
it('the receipt shows the site’s own next steps if the backend fails', async () => {
  const page = await receiptAfter(() => site().fake.override(PATHS.declare, { destroy: true }));
  expect([page.status, allIn(page.main, 'h2').map(textOf)]).toEqual([
    200,
    expect.arrayContaining(['What happens next']),
  ]);
  expect(page.mainText).toContain('reply to your email address');
});
