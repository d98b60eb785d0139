/** @module-tag slow */
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../test/support/listen.ts';
import type { MailServerBehaviour } from '../../../../test/support/mail-server.ts';
import { rawServer, serve } from '../../../../test/support/serve.ts';
import { createSentApplication } from '../testing/applications.ts';
import { createChannels, deliverBy, settingsFor, startServerForTest } from '../testing/mail-channels.ts';
import { openSmtp, SMTP_TIMEOUTS } from './smtp.ts';

const GROUP = 'mail-group';
const APPLICANT = 'mail-applicant';
const SHORT = { connectionMs: 5000, greetingMs: 200, sendMs: 2000, replyMs: 200 };

const sendTo = (url: string, timeouts?: typeof SHORT) =>
  deliverBy(APPLICANT, settingsFor({ url }), createSentApplication(), timeouts && { timeouts });

const TO = 'a@b.cn';
const toRecipient = (code: number, text: string): MailServerBehaviour => ({
  refuses: { [TO]: { code, text } },
});

it.each<[string, MailServerBehaviour, string, RegExp]>([
  ['the address is unknown', toRecipient(550, 'no such user'), 'refused', /^RCPT TO: 550$/u],
  ['the address is bad', toRecipient(501, '5.1.3 bad address'), 'refused', /^RCPT TO: 501/u],
  ['the server greylists the address', toRecipient(451, 'later'), 'again', /^RCPT TO: 451/u],
  ['the server relays only after a login', toRecipient(550, '5.7.1 relaying denied'), 'again', /550/u],
  ['the server refuses the sender at RCPT TO', toRecipient(553, '5.1.8 bad sender'), 'again', /553/u],
  [
    'the server refuses the sender',
    { sender: { code: 553, text: 'Mail from must equal' } },
    'again',
    /^MAIL FROM: 553/u,
  ],
  ['the sender is unknown', { sender: { code: 550, text: '5.1.1 no' } }, 'again', /^MAIL FROM: 550/u],
  ['the quota is exceeded', { end: { code: 550, text: '5.4.5 quota' } }, 'again', /^DATA: 550 5\.4\.5$/u],
  [
    'the login may not send as MAIL_FROM',
    { end: { code: 550, text: '5.7.60 SendAsDenied' } },
    'again',
    /5\.7\.60/u,
  ],
  [
    'the mailbox is refused after the data',
    { end: { code: 550, text: '5.1.1 no' } },
    'refused',
    /^DATA: 550/u,
  ],
  ['the mailbox is full', { end: { code: 452, text: 'full' } }, 'again', /^DATA: 452$/u],
])('records the result of an email if %s', async (_title, behaviour, result, error) => {
  const server = await startServerForTest(behaviour);
  expect(await sendTo(server.url)).toMatchObject({
    result,
    error: expect.stringMatching(error),
    isUnconfirmed: false,
  });
  expect(server.mails).toEqual([]);
});

it('retries an email if the server blocks the client on connection', async () => {
  const { port } = await rawServer((socket) => socket.end('554 5.7.1 blocklisted\r\n'));
  expect(await sendTo(`smtp://127.0.0.1:${port}`)).toMatchObject({ result: 'again' });
});

const TYPED = '+86 (25) 1234 5678';

it.each<[string, MailServerBehaviour, string]>([
  ['RCPT TO', toRecipient(550, `5.1.1 ${TYPED}`), 'RCPT TO: 550 5.1.1'],
  ['MAIL FROM', { sender: { code: 451, text: `4.7.1 ${TYPED}` } }, 'MAIL FROM: 451 4.7.1'],
  ['DATA', { end: { code: 554, text: `5.6.0 rejected: ${TYPED}` } }, 'DATA: 554 5.6.0'],
])(
  'records a refusal of %s only by its reply codes, because its text may repeat what was typed',
  async (...row) => {
    const [, behaviour, expected] = row;
    const server = await startServerForTest(behaviour);
    expect((await sendTo(server.url)).error).toBe(expected);
  },
);

it('records only the reply codes if the server ends the connection', async () => {
  const { port } = await rawServer((socket) => {
    socket.write('220 mail\r\n');
    socket.on('data', (command) => {
      if (String(command).startsWith('MAIL')) socket.end(`421 4.3.2 ${TYPED}\r\n`);
      else socket.write('250 ok\r\n');
    });
  });
  expect((await sendTo(`smtp://127.0.0.1:${port}`)).error).toMatch(/^[A-Z ]+: 421 4\.3\.2$/u);
});

it('does not record an address that cannot be sent to', async () => {
  const application = createSentApplication({ fields: { contactEmail: TYPED } });
  const server = await startServerForTest();
  const { error } = await deliverBy(APPLICANT, settingsFor(server), application);
  expect(error).toBe('the address is not valid');
});

const [ONE, OTHER] = ['one@group.example', 'two@group.example'];
const GREYLISTED = { code: 450, text: 'later' };
const UNKNOWN = { code: 550, text: '5.1.1 no such user' };

it('retries a notice only to the waiting recipients', async () => {
  const server = await startServerForTest({ refuses: { [OTHER]: GREYLISTED } });
  const { deliver } = createChannels(settingsFor(server));
  const first = await deliver(GROUP, createSentApplication());
  expect(first).toMatchObject({
    result: 'again',
    error: expect.stringMatching(/^1 of 2 recipients: RCPT TO: 450/u),
    recipients: { [ONE]: 'delivered', [OTHER]: 'waiting' },
  });
  server.behave({ refuses: {} });
  const second = await deliver(GROUP, createSentApplication(), undefined, first.recipients);
  expect(second).toMatchObject({
    result: 'delivered',
    recipients: { [ONE]: 'delivered', [OTHER]: 'delivered' },
  });
  expect(server.mails.map(({ to }) => to)).toEqual([[ONE], [OTHER]]);
});

it.each([
  [UNKNOWN, undefined, 'refused'],
  [UNKNOWN, GREYLISTED, 'again'],
])('records a notice with the replies %j and %j as %s', async (one, other, result) => {
  const server = await startServerForTest({ refuses: { [ONE]: one, [OTHER]: other } });
  const outcome = await deliverBy(GROUP, settingsFor(server), createSentApplication());
  expect(outcome).toMatchObject({ result, recipients: { [ONE]: 'refused' } });
});

it('leaves the retry to the outbox if the server disconnects after the data', async () => {
  const server = await startServerForTest({ end: 'disconnects' });
  const { deliver } = createChannels(settingsFor(server));
  const lost = { result: 'again', isUnconfirmed: true };
  expect(await deliver(APPLICANT, createSentApplication())).toMatchObject(lost);
  expect(server.counts.ended).toBe(1);
  server.behave({ end: undefined });
  expect(await deliver(APPLICANT, createSentApplication())).toMatchObject({ result: 'delivered' });
  expect(server.mails).toHaveLength(1);
});

it.each<[string, MailServerBehaviour, boolean]>([
  ['from the start', { isSilent: true }, false],
  ['after the data', { end: 'silent' }, true],
])('retries an email if the server is silent %s', async (_when, behaviour, isUnconfirmed) => {
  const server = await startServerForTest(behaviour);
  expect(await sendTo(server.url, SHORT)).toMatchObject({ result: 'again', isUnconfirmed });
});

it('allows more time for the reply to the final dot than for sending an email', async () => {
  const server = await startServerForTest({ endDelayMs: 600 });
  expect(await sendTo(server.url, { ...SHORT, sendMs: 300, replyMs: 5000 })).toMatchObject({
    result: 'delivered',
  });
});

it("waits ten minutes for the reply to an email's final dot", async () => {
  const server = await startServerForTest({ end: 'silent' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const settled = vi.fn();
  const sending = sendTo(server.url, SMTP_TIMEOUTS).then(settled);
  await vi.waitFor(() => expect(server.counts.ended).toBe(1));
  await vi.advanceTimersByTimeAsync(590_000);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  await sending;
  expect(settled).toHaveBeenCalledWith(expect.objectContaining({ result: 'again', isUnconfirmed: true }));
  expect((await openSmtp(server.url, SMTP_TIMEOUTS)).options).toMatchObject({ socketTimeout: 600_000 });
});

it('retries an email if SMTP_URL has no mail server', async () => {
  const error = expect.stringContaining('ECONNREFUSED');
  expect(await sendTo(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({ result: 'again', error });
  const origin = await serve(() => undefined);
  expect(await sendTo(origin.replace('http:', 'smtp:'), SHORT)).toMatchObject({ result: 'again' });
});

const LOGIN = { user: 'plinth', password: 's3cret:wörd/1' };

const loginUrl = (port: number, { user, password } = LOGIN, scheme = 'smtp') =>
  `${scheme}://${user}:${encodeURIComponent(password)}@localhost:${port}?`;
const TRUSTING = 'tls.rejectUnauthorized=false';

it.each([
  ['smtp', false],
  ['smtps', true],
])('logs in over %s only to a server with a valid certificate', async (scheme, secure) => {
  const server = await startServerForTest({ login: LOGIN }, { secure });
  const url = loginUrl(server.port, LOGIN, scheme);
  const error = expect.stringMatching(/certificate/iu);
  expect(await sendTo(url)).toMatchObject({ result: 'again', error });
  expect(server.commands.logins).toEqual([]);
  expect(await sendTo(url + TRUSTING)).toMatchObject({ result: 'delivered' });
  expect(server.commands.logins).toEqual([LOGIN.user]);
});

it('retries an email after a refused login without recording the credentials', async () => {
  const server = await startServerForTest({ login: LOGIN });
  const url = loginUrl(server.port, { user: 'plinth', password: 'another-word' }) + TRUSTING;
  expect(await sendTo(url)).toMatchObject({ result: 'again', error: 'login refused: 535 5.7.8' });
});
