/** @module-tag slow */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.ts';
import { isEmail } from '../../rules/check-application.ts';
import { createSentApplication } from '../testing/applications.ts';
import { createChannels, settingsFor } from '../testing/mail-channels.ts';

let server: MailServer;
beforeAll(async () => {
  // These tests check what is sent, and a strict server would reject addresses with consecutive dots.
  server = await startMailServer({}, { lenientAddressParsing: true });
});
afterAll(() => server.close());

/** Returns the receipt and the notice of an application. */
async function mailsOf(sent: Parameters<typeof createSentApplication>[0]) {
  server.mails.splice(0);
  const { deliver } = createChannels(settingsFor(server));
  for (const channel of ['mail-applicant', 'mail-group'] as const)
    expect(await deliver(channel, createSentApplication(sent))).toMatchObject({ result: 'delivered' });
  return server.mails;
}

const HEADERS = 'auto-submitted content-type date from message-id mime-version reply-to subject to'.split(
  ' ',
);

it.each([
  'Anna\r\nBcc: victim@example.com\n\n<script>alert(1)</script>',
  'Anna\u2028Bcc: victim@example.com\u0085Cc: victim@example.com',
  '=?utf-8?Q?Anna=0D=0ABcc:_victim@example.com?=',
  `${'名'.repeat(400)}, victim@example.com`,
  '\u0000\u0007\u001b[31mAnna\u007f\ud800',
])('does not inject headers, recipients or scripts with the name %j', async (name) => {
  const [file] = createSentApplication().files;
  const files = file ? [{ ...file, name }] : [];
  const mails = await mailsOf({ fields: { contactPerson: name, companyName: name }, files });
  const [receipt, notice] = mails;
  expect(receipt?.to).toEqual(['a@b.cn']);
  expect(notice?.to).toEqual(['one@group.example', 'two@group.example']);
  expect(receipt?.parsed.to).toMatchObject({ value: [{ address: 'a@b.cn' }] });
  expect(notice?.parsed.replyTo?.value).toMatchObject([{ address: 'a@b.cn' }]);
  for (const { parsed, raw } of mails) {
    expect([...parsed.headers.keys()].sort()).toEqual(HEADERS);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/[^\t\r\n\x20-\x7e]/u);
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThan(998);
    expect(parsed.subject?.length).toBeLessThan(200);
    expect(parsed.subject).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
    expect(parsed.html).not.toContain('<script');
    expect(parsed.attachments).toEqual([]);
  }
});

it.each(["!#$%&'*+/=?^_`{|}~-@b.cn", 'a..b@b.cn'])(
  'treats the valid address %s as one recipient',
  async (contactEmail) => {
    expect(isEmail(contactEmail)).toBe(true);
    const [receipt, notice] = await mailsOf({ fields: { contactEmail } });
    /** Removes quotes around the local part, which servers and clients may add. */
    const unquoted = (address = '') => address.replace(/^"(.*)"@/u, '$1@').toLowerCase();
    expect(receipt?.to.map(unquoted)).toEqual([contactEmail]);
    expect(notice?.parsed.replyTo?.value.map(({ address }) => unquoted(address))).toEqual([contactEmail]);
  },
);
