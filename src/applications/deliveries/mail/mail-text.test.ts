import { expect, it } from 'vitest';
import type { MailModel, MailRow } from '../../../../views/mail/mail.model.ts';
import { type Language, languages } from '../../../i18n/languages.ts';
import { renderMail } from '../../../site/layout/render.tsx';
import { receiptCopy, receiptMail, type Sender } from '../../receipt/receipt-mail.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { file, LANXI, sentApplication } from '../testing/applications.ts';
import { NEXT_STEPS } from '../testing/mail-channels.ts';
import { mailText } from './mail-text.ts';
import { noticeMail } from './notice-mail.ts';

const SITE = 'https://www.group.example';
const sender = { group: LANXI, siteUrl: SITE };
const kinds = {
  receipt: (application: SentApplication, from: Sender) => receiptMail(application, from, NEXT_STEPS),
  copy: receiptCopy,
  notice: noticeMail,
};
const all = languages.flatMap((language) =>
  Object.entries(kinds).map(([kind, make]): [string, Language, typeof receiptCopy] => [kind, language, make]),
);

function textsIn(mail: MailModel): string[] {
  const { group, title, lead, facts, details, steps, closing, links } = mail;
  const ofRow = ({ label, lines }: MailRow) => [label, ...lines.flatMap(({ text, note }) => [text, note])];
  const rows = [...facts, ...(details?.rows ?? [])].flatMap(ofRow);
  const blocks = [details?.heading, steps?.heading, ...(steps?.sentences ?? [])];
  return [group, title, ...lead, ...rows, ...blocks, ...closing, ...links.map(({ text }) => text)].filter(
    (text) => text !== undefined && text !== '',
  ) as string[];
}

/** Returns the visible text of a mail's HTML. */
const visibleText = (html: string): string =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gsu, '')
    .replace(/<!--.*?-->|<[^>]+>/gsu, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

it.each(all)('renders the %s in %s with the same content as HTML and text', (_kind, language, make) => {
  const mail = make(sentApplication({ language }), sender);
  const [html, text] = [visibleText(renderMail(mail)), mailText(mail)];
  for (const word of textsIn(mail)) for (const part of [html, text]) expect(part).toContain(word);
});

it.each(all)('escapes texts of applicants and editors in the %s in %s', (_kind, language, make) => {
  const hostile = '</style></title><script>alert(1)</script><a href="https://evil.example">x</a>';
  const application = sentApplication({
    language,
    fields: Object.fromEntries(Object.keys(sentApplication().fields).map((name) => [name, hostile])),
    files: [file(hostile, {}, 0)],
    privacyNotice: hostile,
  });
  const html = renderMail(make(application, { ...sender, group: { name: hostile, email: hostile } }));
  expect(html).not.toMatch(/<script|<a href="https:\/\/evil/u);
});

it('escapes URL characters of a mail address in its mailto link', () => {
  const application = sentApplication({ fields: { contactEmail: 'a?cc=x&b#c%20d@b.cn' } });
  const html = renderMail(noticeMail(application, sender));
  expect(html).toContain('href="mailto:a%3Fcc%3Dx%26b%23c%2520d@b.cn"');
});

const linesOf = (fields: Partial<SentApplication['fields']>, make = receiptCopy) =>
  mailText(make(sentApplication({ fields }), sender)).split('\n');

it('indents longer values below their label in the text of a mail', () => {
  const lines = linesOf({ companyName: 'Qinghe', companyDescription: 'one\n\nReference number: A-1' });
  expect(lines).toContain('Company name: Qinghe');
  const at = lines.indexOf('Description of the company:');
  expect(lines.slice(at + 1, at + 4)).toEqual(['    one', '', '    Reference number: A-1']);
});

it('removes control characters from the text of a mail', () => {
  const text = linesOf({ industry: 'a\u202eb\u0007c', companyDescription: 'x\u2028Email: y' }).join('\n');
  expect(text).toContain('Industry: abc\n');
  expect(text).not.toMatch(/\p{Bidi_Control}|[^\n\P{Cc}]|^Email: y/mu);
  expect(text.endsWith('\n')).toBe(true);
});
