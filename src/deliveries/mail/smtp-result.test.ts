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

describe('receipt that the server rejects', () => {
  it.each([
    ['because the address is unknown', { refuses: { 'a@b.cn': 550 } }, 'refused', /^RCPT TO: 550 <…>/u],
    ['temporarily, as greylisting does', { refuses: { 'a@b.cn': 451 } }, 'again', /^RCPT TO: 451/u],
    ['because it is shutting down', { refuses: { 'a@b.cn': 421 } }, 'again', /421/u],
    ['because of the sender', { sender: { code: 553, words: 'no' } }, 'refused', /^MAIL FROM: 553 no/u],
    [
      'because a login is required',
      { sender: { code: 530, words: '5.7.0 log in' } },
      'again',
      /530 5\.7\.0/u,
    ],
    ['because of a bad command sequence', { sender: { code: 503, words: 'bad sequence' } }, 'again', /503/u],
    ['permanently after the data', { end: { code: 554, words: 'spam' } }, 'refused', /^DATA: 554 spam/u],
    ['temporarily after the data', { end: { code: 452, words: 'full' } }, 'again', /^DATA: 452 full/u],
  ] satisfies [string, MailServerBehaviour, string, RegExp][])(
    '%s: the reply code decides',
    async (_title, behaviour, expected, error) => {
      const server = await mailServer(behaviour);
      const result = await deliverBy(APPLICANT, settingsFor(server), sentApplication());
      expect(result).toEqual({ result: expected, error: expect.stringMatching(error) });
      expect(server.mails).toEqual([]);
    },
  );

  it('is refused with and without PIPELINING', async () => {
    for (const hidePIPELINING of [true, false]) {
      const server = await mailServer({ refuses: { 'a@b.cn': 550 } }, { hidePIPELINING });
      const result = await deliverBy(APPLICANT, settingsFor(server), sentApplication());
      expect(result).toMatchObject({ result: 'refused' });
    }
  });

  it('is recorded in one bounded line without mail addresses', async () => {
    const words = `${'no '.repeat(300)} anna@example.com \u202e\u0007`;
    const server = await mailServer({ end: { code: 554, words: `to bob@example.com: ${words}` } });
    const result = await deliverBy(APPLICANT, settingsFor(server), sentApplication());
    expect(result).toMatchObject({ result: 'refused' });
    const { error = '' } = result;
    expect([...error].length).toBeLessThanOrEqual(201);
    expect(error).not.toMatch(/example\.com|\p{Cc}|\p{Bidi_Control}/u);
  });
});

describe('notice to several recipients', () => {
  it('counts as delivered with a remark if some recipients are rejected', async () => {
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
  ])('rejected with %i and %i is %s', async (one, two, result) => {
    const server = await mailServer({ refuses: { 'one@group.example': one, 'two@group.example': two } });
    expect(await deliverBy(GROUP, settingsFor(server), sentApplication())).toMatchObject({ result });
  });
});

describe('mail server', () => {
  it('that disconnects after the data gets the mail again only from the outbox', async () => {
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
    ['after the data', { end: 'silent' }],
  ] satisfies [string, MailServerBehaviour][])(
    'that is silent %s leads to a retry',
    async (_when, behaviour) => {
      const server = await mailServer(behaviour);
      expect(await deliverBy(APPLICANT, settingsFor(server), sentApplication())).toMatchObject({
        result: 'again',
      });
    },
  );

  it('that sends an endless reply leads to a retry', async () => {
    const server = await mailServer({ end: { code: 554, words: 'x'.repeat(1_000_000) } });
    expect(await deliverBy(APPLICANT, settingsFor(server), sentApplication())).toEqual({
      result: 'again',
      error: expect.stringContaining('exceeds maximum allowed size'),
    });
  });

  it('that refuses the connection leads to a retry', async () => {
    const url = `smtp://127.0.0.1:${await freePort()}`;
    const result = await deliverBy(APPLICANT, settingsFor({ url }), sentApplication());
    expect(result).toEqual({ result: 'again', error: expect.stringContaining('ECONNREFUSED') });
  });

  it('that speaks HTTP leads to a retry', async () => {
    const { createServer: createHttpServer } = await import('node:http');
    const { port, close } = await listen(createHttpServer());
    onTestFinished(close);
    const result = await deliverBy(
      APPLICANT,
      settingsFor({ url: `smtp://127.0.0.1:${port}` }),
      sentApplication(),
    );
    expect(result).toMatchObject({ result: 'again' });
  });

  it('that replies one byte at a time is left when the signal aborts', async () => {
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
    const result = await deliver(APPLICANT, sentApplication(), AbortSignal.timeout(150));
    expect(result).toEqual({ result: 'again', error: 'Message sending aborted' });
  });
});

it('an attempt aborted before its turn sends nothing', async () => {
  const server = await mailServer();
  const { deliver } = channelsFor(settingsFor(server));
  const result = await deliver(APPLICANT, sentApplication(), AbortSignal.abort());
  expect(result).toMatchObject({ result: 'again' });
  expect(server.mails).toEqual([]);
});
