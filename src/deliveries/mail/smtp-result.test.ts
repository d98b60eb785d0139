/** @module-tag slow */
import { expect, it } from 'vitest';
import { freePort } from '../../../test/support/listen.ts';
import type { MailServerBehaviour } from '../../../test/support/mail-server.ts';
import { serve } from '../../../test/support/serve.ts';
import { sentApplication } from '../testing/applications.ts';
import {
  channelsFor,
  deliverBy,
  endlessGreeting,
  mailServer,
  settingsFor,
} from '../testing/mail-channels.ts';

const GROUP = 'mail-group';
const APPLICANT = 'mail-applicant';
const SHORT = { connectionMs: 5000, greetingMs: 200, socketMs: 200 };

const sendTo = (url: string, timeouts?: typeof SHORT) =>
  deliverBy(APPLICANT, settingsFor({ url }), sentApplication(), timeouts && { timeouts });

it.each<[string, MailServerBehaviour, string, RegExp]>([
  ['the address is unknown', { refuses: { 'a@b.cn': 550 } }, 'refused', /^RCPT TO: 550 <…>/u],
  ['it greylists the address', { refuses: { 'a@b.cn': 451 } }, 'again', /^RCPT TO: 451/u],
  ['it is shutting down', { refuses: { 'a@b.cn': 421 } }, 'again', /421/u],
  ['it refuses the sender', { sender: { code: 553, text: 'no' } }, 'refused', /^MAIL FROM: 553 no/u],
  ['it requires a login', { sender: { code: 530, text: '5.7.0 log in' } }, 'again', /530 5\.7\.0/u],
  ['the sequence is bad', { sender: { code: 503, text: 'bad sequence' } }, 'again', /503/u],
  ['the mail is spam', { end: { code: 554, text: 'spam' } }, 'refused', /^DATA: 554 spam/u],
  ['the mailbox is full', { end: { code: 452, text: 'full' } }, 'again', /^DATA: 452 full/u],
])('decides by the reply code of a mail server if %s', async (_title, behaviour, result, error) => {
  const server = await mailServer(behaviour);
  expect(await sendTo(server.url)).toEqual({ result, error: expect.stringMatching(error) });
  expect(server.mails).toEqual([]);
});

it('counts a receipt as refused without PIPELINING, too', async () => {
  const server = await mailServer({ refuses: { 'a@b.cn': 550 } }, { hidePIPELINING: true });
  expect(await sendTo(server.url)).toMatchObject({ result: 'refused' });
});

it('records a refusal in one bounded line without mail addresses', async () => {
  const words = `to bob@example.com: ${'no '.repeat(300)} anna@example.com \u202e\u0007`;
  const server = await mailServer({ end: { code: 554, text: words } });
  const { result, error = '' } = await sendTo(server.url);
  expect(result).toBe('refused');
  expect([...error].length).toBeLessThanOrEqual(201);
  expect(error).not.toMatch(/example\.com|\p{Cc}|\p{Bidi_Control}/u);
});

it('counts a notice as delivered, with a remark, if some recipients are rejected', async () => {
  const server = await mailServer({ refuses: { 'two@group.example': 550 } });
  expect(await deliverBy(GROUP, settingsFor(server), sentApplication())).toEqual({
    result: 'delivered',
    error: expect.stringMatching(/^1 of 2 recipients were rejected: RCPT TO: 550/u),
  });
  expect(server.mails.map(({ to }) => to)).toEqual([['one@group.example']]);
});

it.each([
  [550, 550, 'refused'],
  [550, 451, 'again'],
])('counts a notice rejected for all recipients with %i and %i as %s', async (one, two, result) => {
  const server = await mailServer({ refuses: { 'one@group.example': one, 'two@group.example': two } });
  expect(await deliverBy(GROUP, settingsFor(server), sentApplication())).toMatchObject({ result });
});

it('retries a mail only from the outbox if the server disconnects after the data', async () => {
  const server = await mailServer({ end: 'disconnects' });
  const { deliver } = channelsFor(settingsFor(server));
  expect(await deliver(APPLICANT, sentApplication())).toMatchObject({ result: 'again' });
  expect(server.counts.ended).toBe(1);
  server.behave({ end: undefined });
  expect(await deliver(APPLICANT, sentApplication())).toEqual({ result: 'delivered' });
  expect(server.mails).toHaveLength(1);
});

it.each<[string, MailServerBehaviour]>([
  ['from the start', { isSilent: true }],
  ['after the data', { end: 'silent' }],
])('retries a mail if the server is silent %s', async (_when, behaviour) => {
  const server = await mailServer(behaviour);
  expect(await sendTo(server.url, SHORT)).toMatchObject({ result: 'again' });
});

it('retries a mail if the server sends an endless reply', async () => {
  const server = await mailServer({ end: { code: 554, text: 'x'.repeat(100_000) } });
  const error = expect.stringContaining('exceeds maximum allowed size');
  expect(await sendTo(server.url)).toEqual({ result: 'again', error });
});

it('retries a mail if the server refuses the connection or speaks HTTP', async () => {
  const error = expect.stringContaining('ECONNREFUSED');
  expect(await sendTo(`smtp://127.0.0.1:${await freePort()}`)).toEqual({ result: 'again', error });
  const origin = await serve(() => undefined);
  expect(await sendTo(origin.replace('http:', 'smtp:'), SHORT)).toMatchObject({ result: 'again' });
});

it('leaves a server that never ends its greeting when the signal aborts', async () => {
  const { deliver } = channelsFor(settingsFor({ url: await endlessGreeting() }));
  const result = await deliver(APPLICANT, sentApplication(), AbortSignal.timeout(100));
  expect(result).toEqual({ result: 'again', error: 'Message sending aborted' });
});
