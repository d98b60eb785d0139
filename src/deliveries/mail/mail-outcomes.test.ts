import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, listen } from '../../../test/support/listen.ts';
import { type MailServerBehaviour, startMailServer } from '../../../test/support/mail-server.ts';
import { sentApplication } from '../testing/applications.ts';
import { channelsFor, deliverBy, settingsFor } from '../testing/mail-channels.ts';

const GROUP = 'mail-group';
const APPLICANT = 'mail-applicant';

async function mailServer(behaviour: MailServerBehaviour = {}, options = {}) {
  const server = await startMailServer(behaviour, options);
  onTestFinished(() => server.close());
  return server;
}

describe('a receipt that the server does not take', () => {
  it.each([
    ['for an address that it does not know', { refuses: { 'a@b.cn': 550 } }, 'refused', /^RCPT TO: 550 <…>/u],
    ['for now, as greylisting does', { refuses: { 'a@b.cn': 451 } }, 'again', /^RCPT TO: 451/u],
    ['because it is about to end', { refuses: { 'a@b.cn': 421 } }, 'again', /421/u],
    ['from this sender', { sender: { code: 553, words: 'no' } }, 'refused', /^MAIL FROM: 553 no/u],
    ['without a login', { sender: { code: 530, words: '5.7.0 log in' } }, 'again', /530 5\.7\.0/u],
    ['out of order', { sender: { code: 503, words: 'bad sequence' } }, 'again', /503/u],
    ['after its end, for good', { end: { code: 554, words: 'spam' } }, 'refused', /^DATA: 554 spam/u],
    ['after its end, for now', { end: { code: 452, words: 'full' } }, 'again', /^DATA: 452 full/u],
  ] satisfies [string, MailServerBehaviour, string, RegExp][])(
    '%s, is judged by the reply',
    async (_title, behaviour, result, error) => {
      const server = await mailServer(behaviour);
      const outcome = await deliverBy(APPLICANT, settingsFor(server), sentApplication());
      expect(outcome).toEqual({ result, error: expect.stringMatching(error) });
      expect(server.mails).toEqual([]);
    },
  );

  it('is judged alike where the server takes commands in a row or one by one', async () => {
    for (const hidePIPELINING of [true, false]) {
      const server = await mailServer({ refuses: { 'a@b.cn': 550 } }, { hidePIPELINING });
      const outcome = await deliverBy(APPLICANT, settingsFor(server), sentApplication());
      expect(outcome).toMatchObject({ result: 'refused' });
    }
  });

  it('is told in a bounded line, without mail addresses', async () => {
    const words = `${'no '.repeat(300)} anna@example.com \u202e\u0007`;
    const server = await mailServer({ end: { code: 554, words: `to bob@example.com: ${words}` } });
    const outcome = await deliverBy(APPLICANT, settingsFor(server), sentApplication());
    expect(outcome).toMatchObject({ result: 'refused' });
    const { error = '' } = outcome;
    expect([...error].length).toBeLessThanOrEqual(201);
    expect(error).not.toMatch(/example\.com|\p{Cc}|\p{Bidi_Control}/u);
  });
});

describe('a notice', () => {
  it('that some of MAIL_TO do not get is delivered, and says so', async () => {
    const server = await mailServer({ refuses: { 'two@group.example': 550 } });
    expect(await deliverBy(GROUP, settingsFor(server), sentApplication())).toEqual({
      result: 'delivered',
      error: expect.stringMatching(/^1 of 2 recipients were not accepted: RCPT TO: 550/u),
    });
    expect(server.mails.map(({ to }) => to)).toEqual([['one@group.example']]);
  });

  it.each([
    [550, 550, 'refused'],
    [550, 451, 'again'],
  ])('that none of them gets (%i and %i) is %s', async (one, two, result) => {
    const server = await mailServer({ refuses: { 'one@group.example': one, 'two@group.example': two } });
    expect(await deliverBy(GROUP, settingsFor(server), sentApplication())).toMatchObject({ result });
  });
});

describe('a server', () => {
  it('whose line dies when the whole mail has come is asked once more by the outbox alone', async () => {
    const server = await mailServer({ end: 'dies' });
    const { deliver } = channelsFor(settingsFor(server));
    expect(await deliver(APPLICANT, sentApplication())).toMatchObject({ result: 'again' });
    expect(server.counts.ended).toBe(1);
    server.behave({ end: undefined });
    expect(await deliver(APPLICANT, sentApplication())).toEqual({ result: 'delivered' });
    expect(server.mails.map(({ parsed }) => parsed.messageId)).toEqual([
      '<A-2026-7K4MXQ.mail-applicant@www.group.example>',
    ]);
  });

  it.each([
    ['from the start', { isSilent: true }],
    ['when the whole mail has come', { end: 'silent' }],
  ] satisfies [string, MailServerBehaviour][])(
    'that is silent %s is tried again',
    async (_when, behaviour) => {
      const server = await mailServer(behaviour);
      expect(await deliverBy(APPLICANT, settingsFor(server), sentApplication())).toMatchObject({
        result: 'again',
      });
    },
  );

  it('that replies without measure is tried again', async () => {
    const server = await mailServer({ end: { code: 554, words: 'x'.repeat(1_000_000) } });
    expect(await deliverBy(APPLICANT, settingsFor(server), sentApplication())).toEqual({
      result: 'again',
      error: expect.stringContaining('exceeds maximum allowed size'),
    });
  });

  it('that is not there is tried again', async () => {
    const url = `smtp://127.0.0.1:${await freePort()}`;
    const outcome = await deliverBy(APPLICANT, settingsFor({ url }), sentApplication());
    expect(outcome).toEqual({ result: 'again', error: expect.stringContaining('ECONNREFUSED') });
  });

  it('that is none but speaks HTTP is tried again', async () => {
    const { createServer: createHttpServer } = await import('node:http');
    const { port, close } = await listen(createHttpServer());
    onTestFinished(close);
    const outcome = await deliverBy(
      APPLICANT,
      settingsFor({ url: `smtp://127.0.0.1:${port}` }),
      sentApplication(),
    );
    expect(outcome).toMatchObject({ result: 'again' });
  });

  it('that answers a letter at a time is left when the signal says so', async () => {
    const server = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-still here\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { deliver } = channelsFor(settingsFor({ url: `smtp://127.0.0.1:${port}` }));
    const outcome = await deliver(APPLICANT, sentApplication(), AbortSignal.timeout(150));
    expect(outcome).toEqual({ result: 'again', error: 'Message sending aborted' });
  });
});

it('a try that is ended before its mail has a turn sends nothing', async () => {
  const server = await mailServer();
  const { deliver } = channelsFor(settingsFor(server));
  const outcome = await deliver(APPLICANT, sentApplication(), AbortSignal.abort());
  expect(outcome).toMatchObject({ result: 'again' });
  expect(server.mails).toEqual([]);
});
