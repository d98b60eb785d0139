import { expect, it } from 'vitest';
import type { MailModel } from '../../../../views/mail/mail.model.ts';
import { renderMail } from '../../../site/layout/render.tsx';
import { textFields } from '../../rules/fields.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { createFileRow, createSentApplication, LANXI } from '../testing/applications.ts';
import { NEXT_STEPS } from '../testing/mail-channels.ts';
import { buildNotice, buildReceiptFile, buildReceiptMail, type Sender } from './mail-models.ts';
import { renderMailText } from './mail-text.ts';

const SITE = 'https://www.group.example';
const sender = { group: LANXI, siteUrl: SITE };

it.each<[string, (application: SentApplication, from: Sender) => MailModel]>([
  ['receipt', (application, from) => buildReceiptMail(application, from, NEXT_STEPS)],
  ['copy', buildReceiptFile],
  ['notice', buildNotice],
])('escapes texts of applicants and editors in the %s', (_kind, build) => {
  const hostile = '</style></title><script>alert(1)</script><a href="https://evil.example">x</a>';
  const application = createSentApplication({
    fields: Object.fromEntries(textFields.map((name) => [name, hostile])),
    files: [createFileRow(hostile, {}, 0)],
    privacyNotice: hostile,
  });
  const html = renderMail(build(application, { ...sender, group: { name: hostile, email: hostile } }));
  expect(html).not.toMatch(/<script|<a href="https:\/\/evil/u);
});

it('escapes URL characters in the mailto link of an email address', () => {
  const application = createSentApplication({ fields: { contactEmail: 'a?cc=x&b#c%20d@b.cn' } });
  const html = renderMail(buildNotice(application, sender));
  expect(html).toContain('href="mailto:a%3Fcc%3Dx%26b%23c%2520d@b.cn"');
});

const linesOf = (fields: Partial<SentApplication['fields']>, make = buildReceiptFile) =>
  renderMailText(make(createSentApplication({ fields }), sender)).split('\n');

it('indents multi-line values below their label in a plain text email', () => {
  const lines = linesOf({ companyName: 'Qinghe', companyDescription: 'one\n\nReference number: A-1' });
  expect(lines).toContain('Company name: Qinghe');
  const at = lines.indexOf('Description of the company:');
  expect(lines.slice(at + 1, at + 4)).toEqual(['    one', '', '    Reference number: A-1']);
});

it('removes control characters from a plain text email', () => {
  const text = linesOf({ industry: 'a\u202eb\u0007c', companyDescription: 'x\u2028Email: y' }).join('\n');
  expect(text).toContain('Industry: abc\n');
  expect(text).not.toMatch(/\p{Bidi_Control}|[^\n\P{Cc}]|^Email: y/mu);
  expect(text.endsWith('\n')).toBe(true);
});
