import { domainToASCII } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../../../test/support/mail-server.ts';
import { isEmail } from '../../form/rules/field-schemas.ts';
import { sentApplication } from '../testing/applications.ts';
import { deliverBy, settingsFor } from '../testing/mail-channels.ts';

const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

const NAMES = [
  'Anna\r\nBcc: victim@example.com',
  'Anna\nTo: victim@example.com\n\n<script>alert(1)</script>',
  'Anna\u2028Bcc: victim@example.com\u0085Cc: victim@example.com',
  'Anna, victim@example.com',
  'Anna <victim@example.com>',
  'victim@example.com> <victim@example.com',
  '"Anna" <victim@example.com>, "Bob',
  'Group: victim@example.com;',
  '(Anna) \\" victim@example.com "',
  '=?utf-8?Q?Anna=0D=0ABcc:_victim@example.com?=',
  '=?utf-8?B?PHZpY3RpbUBleGFtcGxlLmNvbT4=?=',
  '😀👨‍👩‍👧'.repeat(20),
  '\u202evictim\u202c \u200f\u2066anna',
  'a'.repeat(2000),
  '名'.repeat(2000),
  `${'x'.repeat(59)}😀, victim@example.com`,
  '\u0000\u0007\u001b[31mAnna\u007f',
  '\ud800 alone',
  '',
];

/** A strict server rejects addresses with consecutive dots; these tests check what is sent. */
const LENIENT = { lenientAddressParsing: true };

async function mailsOf(fields: Parameters<typeof sentApplication>[0]) {
  const server = await startMailServer({}, LENIENT);
  onTestFinished(() => server.close());
  for (const channel of ['mail-applicant', 'mail-group'] as const)
    expect(await deliverBy(channel, settingsFor(server), sentApplication(fields))).toEqual({
      result: 'delivered',
    });
  return server;
}

describe('name in a mail', () => {
  it.each(NAMES)('adds no header, recipient or script: %j', async (name) => {
    const server = await mailsOf({ fields: { contactPerson: name, companyName: name } });
    const [receipt, notice] = server.mails;
    expect(receipt?.to).toEqual(['a@b.cn']);
    expect(notice?.to).toEqual(['one@group.example', 'two@group.example']);
    expect(receipt?.parsed.to).toMatchObject({ value: [{ address: 'a@b.cn' }] });
    expect(notice?.parsed.replyTo?.value).toMatchObject([{ address: 'a@b.cn' }]);
    for (const { parsed, raw } of server.mails) {
      expect([...parsed.headers.keys()].sort()).toEqual(HEADERS);
      expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/[^\t\r\n\x20-\x7e]/u);
      expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThan(998);
      expect(parsed.subject?.length).toBeLessThan(200);
      expect(parsed.subject).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
      expect(parsed.html).not.toContain('<script');
    }
  });
});

describe('file name in a mail', () => {
  it.each(NAMES.filter(Boolean))('is plain text in receipt and notice: %j', async (name) => {
    const [file] = sentApplication().files;
    if (!file) throw new Error('no file');
    const server = await mailsOf({ files: [{ ...file, name }] });
    for (const { parsed, to } of server.mails) {
      expect(to.join()).not.toContain('victim');
      expect(parsed.html).not.toContain('<script');
      expect(parsed.attachments).toEqual([]);
    }
  });
});

describe('address of the applicant', () => {
  it.each([
    "!#$%&'*+/=?^_`{|}~-@b.cn",
    'a..b@b.cn',
    '.a.@b.cn',
    `${'a'.repeat(60)}@b.cn`,
    'a%40c.cn@b.cn',
    'a=?utf-8?Q?=@b.cn',
    'a@localhost',
    'a@xn--fiqs8s.cn',
    'A@B.CN',
  ])('is exactly one recipient, unchanged: %s', async (contactEmail) => {
    expect(isEmail(contactEmail)).toBe(true);
    const server = await mailsOf({ fields: { contactEmail } });
    const [receipt, notice] = server.mails;
    /** Undoes what servers and clients may change: quotes and the notation of the domain. */
    const unquoted = (address = '') => {
      const [, local = '', domain = ''] = /^"?(.*?)"?@([^@]*)$/u.exec(address.toLowerCase()) ?? [];
      return `${local}@${domainToASCII(domain)}`;
    };
    expect(receipt?.to.map(unquoted)).toEqual([contactEmail.toLowerCase()]);
    const [replyTo, ...others] = notice?.parsed.replyTo?.value ?? [];
    expect(unquoted(replyTo?.address)).toBe(contactEmail.toLowerCase());
    expect(others).toEqual([]);
  });

  it.each([
    'a@b.cn, c@d.cn',
    'a@b.cn\r\nRCPT TO:<c@d.cn>',
    '"a@c.cn"@b.cn',
    'a@[127.0.0.1]',
    '<a@b.cn>',
    'a@b.cn>',
    'Anna <a@b.cn>',
    'a@中国.cn',
    'ä@b.cn',
    'a;b@b.cn',
    'a:b@b.cn',
    '(a)a@b.cn',
  ])('cannot be %j', (address) => {
    expect(isEmail(address)).toBe(false);
  });
});
