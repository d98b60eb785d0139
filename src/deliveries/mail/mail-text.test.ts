import { describe, expect, it } from 'vitest';
import type { MailModel, MailRow } from '../../../views/mail/mail.model.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { renderMail } from '../../pages/render.tsx';
import type { SentApplication } from '../../store/applications/applications.ts';
import { file, LANXI, sentApplication } from '../testing/applications.ts';
import { NEXT_STEPS } from '../testing/mail-channels.ts';
import type { Sender } from './compose-mail.ts';
import { noticeMail, receiptCopy, receiptMail } from './compose-mail.ts';
import { mailText } from './mail-text.ts';

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

const textsIn = ({
  group,
  title,
  lead,
  facts,
  details,
  steps = { heading: '', sentences: [] },
  closing,
  links,
}: MailModel): string[] => {
  const ofRow = ({ label, lines }: MailRow) => [
    label,
    ...lines.flatMap(({ text, note = '' }) => [text, note]),
  ];
  const rows = [...facts, ...(details?.rows ?? [])].flatMap(ofRow);
  const more = links.map(({ text }) => text);
  return [
    group,
    title,
    ...lead,
    ...rows,
    details?.heading ?? '',
    steps.heading,
    ...steps.sentences,
    ...closing,
    ...more,
  ].filter(Boolean);
};

/** Visible text of a mail's HTML. */
const visibleText = (html: string): string =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gsu, '')
    .replace(/<!--.*?-->|<[^>]+>/gsu, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe('mail as HTML and text', () => {
  it.each(all)('has the same content in both: the %s in %s', (_kind, language, make) => {
    const mail = make(sentApplication({ language }), sender);
    const [html, text] = [visibleText(renderMail(mail)), mailText(mail)];
    for (const word of textsIn(mail)) {
      expect(html).toContain(word);
      expect(text).toContain(word);
    }
  });

  it.each(all)(
    'loads nothing and links only to site and mail addresses: the %s in %s',
    (_kind, language, make) => {
      const html = renderMail(make(sentApplication({ language }), sender));
      expect(html).toMatch(/^<!DOCTYPE html><html lang="(?:zh-CN|en)">/u);
      expect(html).not.toMatch(/<(?:img|link|script|iframe|form|base|object)\b|\bsrc=|url\(|@import/u);
      const hrefs = [...html.matchAll(/\shref="([^"]*)"/gu)].map(([, href]) => href);
      const home = language === 'zh' ? SITE : `${SITE}/en`;
      for (const href of hrefs) expect([home, 'mailto:hello@lanxi.example', 'mailto:a@b.cn']).toContain(href);
    },
  );

  it.each(all)('escapes what visitors and editors wrote: the %s in %s', (_kind, language, make) => {
    const hostile = '</style></title><script>alert(1)</script><a href="https://evil.example">x</a>';
    const { fields } = sentApplication();
    const application = sentApplication({
      language,
      fields: Object.fromEntries(Object.keys(fields).map((name) => [name, hostile])),
      files: [file(hostile, {}, 0)],
      privacyNotice: hostile,
    });
    const html = renderMail(make(application, { ...sender, group: { name: hostile, email: hostile } }));
    expect(html).not.toMatch(/<script|<a href="https:\/\/evil/u);
  });

  it('escapes URL characters of an address in its mailto link', () => {
    const application = sentApplication({ fields: { contactEmail: 'a?cc=x&b#c%20d@b.cn' } });
    const html = renderMail(noticeMail(application, sender));
    expect(html).toContain('href="mailto:a%3Fcc%3Dx%26b%23c%2520d@b.cn"');
  });
});

describe('mail as text', () => {
  const textOf = (sent: Partial<SentApplication['fields']>) =>
    mailText(receiptCopy(sentApplication({ fields: sent }), sender)).split('\n');

  it('has one line per label and value, and longer values below their label', () => {
    const lines = textOf({ companyName: 'Qinghe', companyDescription: 'one\n\ntwo' });
    expect(lines).toContain('Company name: Qinghe');
    const at = lines.indexOf('Description of the company:');
    expect(lines.slice(at, at + 4)).toEqual(['Description of the company:', '    one', '', '    two']);
  });

  it('leaves out empty fields', () => {
    const sent = sentApplication({ fields: { companyName: '', contactPhone: '' } });
    const lines = mailText(noticeMail(sent, sender)).split('\n');
    const ofApplicant = lines.filter((line) =>
      /^(?:Company name|Contact person|Contact telephone):/u.test(line),
    );
    expect(ofApplicant).toEqual([`Contact person: ${sent.fields.contactPerson}`]);
  });

  it('indents lines of a value that look like a label', () => {
    const lines = textOf({
      companyDescription: 'one\nReference number: A-1\r\nSubmitted: never\u2028Email: x',
    });
    const own = (label: string) => lines.filter((line) => line.startsWith(label));
    expect(own('Reference number')).toEqual(['Reference number: A-2026-7K4MXQ']);
    expect(own('Submitted')).toHaveLength(1);
    expect(own('Email')).toEqual([]);
  });

  it('has no bidi controls and ends with a line break', () => {
    const text = mailText(receiptCopy(sentApplication({ fields: { industry: 'a\u202eb\u0007c' } }), sender));
    expect(text).toContain('Industry: abc\n');
    expect(text).not.toMatch(/\p{Bidi_Control}|[^\n\P{Cc}]/u);
    expect(text.endsWith('\n')).toBe(true);
  });
});
