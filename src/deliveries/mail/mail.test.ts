import { describe, expect, it, onTestFinished } from 'vitest';
import { type MailServerBehaviour, startMailServer } from '../../../test/support/mail-server.ts';
import type { MailSettings } from '../../config/config.ts';
import { textFields } from '../../form/rules/fields.ts';
import { texts } from '../../i18n/set-up.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { file, LANXI, sentApplication } from '../testing/applications.ts';
import { channelsFor, deliverBy, settingsFor, TIMEOUTS } from '../testing/mail-channels.ts';
import { receiptMail } from './compose-mail.ts';
import { createMailChannels } from './mail.ts';
import { mailText } from './mail-text.ts';

const GROUP = 'mail-group';
const APPLICANT = 'mail-applicant';

async function mailServer(behaviour: MailServerBehaviour = {}) {
  const server = await startMailServer(behaviour);
  onTestFinished(() => server.close());
  return server;
}

/** The mail of a channel as the server received it. */
async function mailOf(channel: typeof GROUP | typeof APPLICANT, application: SentApplication) {
  const server = await mailServer();
  expect(await deliverBy(channel, settingsFor(server), application)).toEqual({ result: 'delivered' });
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  if (!mail) throw new Error('no mail');
  const header = (name: string) => mail.parsed.headers.get(name);
  return { ...mail, header, html: String(mail.parsed.html), text: mail.parsed.text ?? '' };
}

describe('receipt', () => {
  it.each([
    ['en', 'We have received your application A-2026-7K4MXQ', 'Submission successful'],
    ['zh', '我们已收到您的申请 A-2026-7K4MXQ', '提交成功'],
  ] as const)('in %s goes only to the applicant, with the subject “%s”', async (language, subject, title) => {
    const { from, to, parsed, header, html, text } = await mailOf(APPLICANT, sentApplication({ language }));
    expect({ from, to }).toEqual({ from: 'site@group.example', to: ['a@b.cn'] });
    expect(parsed.subject).toBe(subject);
    expect(parsed.messageId).toBe('<A-2026-7K4MXQ.mail-applicant@www.group.example>');
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(parsed.date?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(parsed.replyTo?.value).toEqual([{ name: LANXI.name, address: LANXI.email }]);
    expect(parsed.attachments).toEqual([]);
    for (const part of [html, text]) {
      expect(part).toContain(title);
      for (const word of ['A-2026-7K4MXQ', '12:00', 'We read it.', 'write']) expect(part).toContain(word);
    }
    expect(text).toMatch(/^(?:Number of files: |文件数量：)2$/mu);
    expect(html).toContain(`lang="${language === 'zh' ? 'zh-CN' : 'en'}"`);
  });

  it.each(['en', 'zh'] as const)('contains nothing that was typed: %s', async (language) => {
    const typed = Object.fromEntries(textFields.map((name) => [name, `typed-${name}`]));
    const application = sentApplication({
      language,
      fields: { ...typed, contactEmail: 'typed@b.cn' },
      files: [file('typed-name.pdf', {}, 0)],
      privacyNotice: 'typed-notice',
    });
    const { raw, parsed, html, text } = await mailOf(APPLICANT, application);
    expect(parsed.to).toMatchObject({ value: [{ name: '', address: 'typed@b.cn' }] });
    expect(raw.match(/typed/gu)).toHaveLength(1);
    for (const part of [parsed.subject, html, text]) expect(part).not.toContain('typed');
  });

  it('has a default text about next steps', () => {
    for (const language of ['en', 'zh'] as const)
      expect(
        mailText(receiptMail(sentApplication({ language }), { group: LANXI, siteUrl: 'https://x.example' })),
      ).toContain(texts(language).nextStepsText);
  });

  it('has Reply-To MAIL_FROM if the group has no single valid address', async () => {
    for (const email of [undefined, 'a@b.example, c@d.example', 'nobody']) {
      const server = await mailServer();
      await deliverBy(APPLICANT, settingsFor(server), sentApplication(), { ...LANXI, email });
      expect(server.mails[0]?.parsed.replyTo?.value[0]?.address).toBe('site@group.example');
      expect(server.mails[0]?.raw).not.toContain('mailto:');
    }
  });

  it('has the sender name of MAIL_FROM, or else of the group', async () => {
    const server = await mailServer();
    const froms = ['"Lanxi, Forms" <site@group.example>', 'Lanxi <site@group.example>', 'site@group.example'];
    for (const from of froms) await deliverBy(APPLICANT, { ...settingsFor(server), from }, sentApplication());
    expect(server.mails.map(({ parsed }) => parsed.from?.value)).toEqual(
      ['Lanxi, Forms', 'Lanxi', LANXI.name].map((name) => [{ name, address: 'site@group.example' }]),
    );
  });
});

describe('notice', () => {
  it.each([
    ['en', 'New application A-2026-7K4MXQ: 青禾科技', 'contains a virus'],
    ['zh', '新申请 A-2026-7K4MXQ：青禾科技', '含有病毒'],
  ] as const)('in %s goes to all of MAIL_TO, with the subject “%s”', async (language, subject, scan) => {
    const application = sentApplication({ language, fields: { companyName: '青禾科技' } });
    const { to, parsed, html, text } = await mailOf(GROUP, application);
    expect(to).toEqual(['one@group.example', 'two@group.example']);
    expect(parsed.subject).toBe(subject);
    expect(parsed.messageId).toBe('<A-2026-7K4MXQ.mail-group@www.group.example>');
    expect(parsed.replyTo?.value).toEqual([{ name: application.fields.contactPerson, address: 'a@b.cn' }]);
    expect(parsed.attachments).toEqual([]);
    for (const part of [html, text])
      for (const word of [scan, 'show A-2026-7K4MXQ', '+86 (25) 1234 5678']) expect(part).toContain(word);
  });

  it('has no channel without MAIL_TO', () => {
    const mail = { ...settingsFor({ url: 'smtp://127.0.0.1:1' }), to: [] };
    const channels = createMailChannels({
      mail,
      siteUrl: 'https://x.example',
      groupOf: async () => LANXI,
      nextStepsOf: async () => undefined,
    });
    expect(Object.keys(channels)).not.toContain(GROUP);
  });
});

describe('SMTP connections', () => {
  it('are reused for several mails', async () => {
    const server = await mailServer();
    const { deliver } = channelsFor(settingsFor(server));
    for (let count = 0; count < 3; count += 1) await deliver(APPLICANT, sentApplication());
    expect(server.mails).toHaveLength(3);
    expect(server.counts.connections).toBe(1);
  });

  it('closed by the server in the meantime cost no attempt', async () => {
    const server = await mailServer();
    const { deliver } = channelsFor(settingsFor(server));
    await deliver(APPLICANT, sentApplication());
    server.cut();
    expect(await deliver(APPLICANT, sentApplication())).toEqual({ result: 'delivered' });
    expect(server.mails).toHaveLength(2);
  });

  it('are not opened without a mail or after close()', async () => {
    const server = await mailServer();
    const { deliver, channels } = channelsFor(settingsFor(server));
    channels.close();
    expect(await deliver(APPLICANT, sentApplication())).toMatchObject({ result: 'again' });
    expect(server.counts.connections).toBe(0);
  });
});

describe('failing content backend', () => {
  it('leads to a retry of the mail', async () => {
    const server = await mailServer();
    const nextStepsOf = async () => undefined;
    const groupOf = () => Promise.reject(new Error('unreachable: /group/get'));
    const mail: MailSettings = settingsFor(server);
    const channels = createMailChannels({
      mail,
      siteUrl: 'https://x.example',
      groupOf,
      nextStepsOf,
      timeouts: TIMEOUTS,
    });
    const attempt = { signal: new AbortController().signal, onProgress: () => undefined };
    expect(await channels[APPLICANT](sentApplication(), attempt)).toEqual({
      result: 'again',
      error: 'unreachable: /group/get',
    });
    expect(server.mails).toEqual([]);
  });
});
