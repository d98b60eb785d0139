/** @module-tag slow */
import { expect, it } from 'vitest';
import { texts } from '../../../i18n/set-up.ts';
import { textFields } from '../../rules/fields.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { createFileRow, createSentApplication, LANXI } from '../testing/applications.ts';
import { createChannels, deliverBy, settingsFor, startServerForTest } from '../testing/mail-channels.ts';
import { buildReceiptMail } from './mail-models.ts';
import { renderMailText } from './mail-text.ts';

const GROUP = 'mail-group';
const APPLICANT = 'mail-applicant';

/** Returns the mail of a channel as the server received it. */
async function mailOf(channel: typeof GROUP | typeof APPLICANT, application: SentApplication) {
  const server = await startServerForTest();
  expect(await deliverBy(channel, settingsFor(server), application)).toMatchObject({ result: 'delivered' });
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  if (!mail) throw new Error('no mail');
  return { ...mail, html: String(mail.parsed.html), text: mail.parsed.text ?? '' };
}

it.each([
  ['en', 'We have received your application: A-2026-7K4MXQ', 'Submission successful'],
  ['zh', '我们已收到您的申请：A-2026-7K4MXQ', '提交成功'],
] as const)('emails a receipt in %s only to the applicant, with the subject “%s”', async (...row) => {
  const [language, subject, title] = row;
  const { from, to, parsed, html, text } = await mailOf(APPLICANT, createSentApplication({ language }));
  expect({ from, to }).toEqual({ from: 'site@group.example', to: ['a@b.cn'] });
  expect(parsed.subject).toBe(subject);
  expect(parsed.messageId).toBe('<A-2026-7K4MXQ.mail-applicant@www.group.example>');
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
  expect(parsed.date?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(parsed.replyTo?.value).toEqual([{ name: LANXI.name, address: LANXI.email }]);
  for (const part of [html, text])
    for (const word of [title, 'A-2026-7K4MXQ', '12:00', 'We read it.', 'write'])
      expect(part).toContain(word);
  expect(text).toMatch(/^(?:Number of files: |文件数量：)2$/mu);
  expect(html).toContain(`lang="${language === 'zh' ? 'zh-CN' : 'en'}"`);
});

it.each(['en', 'zh'] as const)('does not repeat typed text in a receipt in %s', async (language) => {
  const typed = Object.fromEntries(textFields.map((name) => [name, `typed-${name}`]));
  const application = createSentApplication({
    language,
    fields: { ...typed, contactEmail: 'typed@b.cn' },
    files: [createFileRow('typed-name.pdf', {}, 0)],
    privacyNotice: 'typed-notice',
  });
  const { raw, parsed, html, text } = await mailOf(APPLICANT, application);
  expect(parsed.to).toMatchObject({ value: [{ name: '', address: 'typed@b.cn' }] });
  expect(raw.match(/typed/gu)).toHaveLength(1);
  for (const part of [parsed.subject, html, text]) expect(part).not.toContain('typed');
  const standard = renderMailText(
    buildReceiptMail(application, { group: LANXI, siteUrl: 'https://x.example' }),
  );
  expect(standard).toContain(texts(language).nextStepsText);
});

it('uses the group name as sender name if MAIL_FROM has none', async () => {
  const server = await startServerForTest();
  for (const from of ['"Lanxi, Forms" <site@group.example>', 'site@group.example'])
    await deliverBy(APPLICANT, { ...settingsFor(server), from }, createSentApplication());
  expect(server.mails.map(({ parsed }) => parsed.from?.value)).toEqual(
    ['Lanxi, Forms', LANXI.name].map((name) => [{ name, address: 'site@group.example' }]),
  );
});

it.each([
  ['en', 'New application A-2026-7K4MXQ: 青禾科技', 'contains a virus'],
  ['zh', '新申请A-2026-7K4MXQ：青禾科技', '含有病毒'],
] as const)('emails a notice in %s to all MAIL_TO addresses, with the subject “%s”', async (...row) => {
  const [language, subject, scan] = row;
  const application = createSentApplication({ language, fields: { companyName: '青禾科技' } });
  const { to, parsed, html, text } = await mailOf(GROUP, application);
  expect(to).toEqual(['one@group.example', 'two@group.example']);
  expect(parsed.subject).toBe(subject);
  expect(parsed.messageId).toBe('<A-2026-7K4MXQ.mail-group@www.group.example>');
  expect(parsed.replyTo?.value).toEqual([{ name: application.fields.contactPerson, address: 'a@b.cn' }]);
  expect(parsed.attachments).toEqual([]);
  for (const part of [html, text])
    for (const word of [scan, 'A-2026-7K4MXQ', '+86 (25) 1234 5678']) expect(part).toContain(word);
});

it('does not create a channel for notices without MAIL_TO', () => {
  const { channels } = createChannels({ ...settingsFor({ url: 'smtp://127.0.0.1:1' }), to: [] });
  expect(Object.keys(channels)).not.toContain(GROUP);
});

it('replaces a closed pooled SMTP connection without counting an attempt', async () => {
  const server = await startServerForTest();
  const { deliver } = createChannels(settingsFor(server));
  for (let count = 0; count < 2; count += 1) await deliver(APPLICANT, createSentApplication());
  expect(server.counts.connections).toBe(1);
  server.cut();
  expect(await deliver(APPLICANT, createSentApplication())).toMatchObject({ result: 'delivered' });
  expect(server.mails).toHaveLength(3);
});
