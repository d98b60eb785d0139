import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeClamd } from '../../../test/support/fake-clamd.ts';
import { freePort } from '../../../test/support/listen.ts';
import { type MailServerBehaviour, startMailServer } from '../../../test/support/mail-server.ts';
import { fakeReceiver } from '../../deliveries/testing/fake-receiver.ts';
import { MAX_FILE_BYTES } from '../../form/rules/limits.ts';
import { checkForward, checkMail, checkScanner } from './services.ts';

describe('the doctor with FORWARD_URL', () => {
  const check = (url: string, limitMs?: number) => checkForward({ url, headers: { 'X-Key': 'k' } }, limitMs);

  it.each([200, 302, 401, 404, 405, 422])('accepts a receiver that answers HEAD with %i', async (status) => {
    const { url, origin, posted } = await fakeReceiver({ status });
    expect(await check(url)).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(new RegExp(`^${origin} answered ${status} [A-Z].* to a HEAD$`, 'u')),
    });
    expect(posted.map(({ method }) => method)).toEqual(['HEAD']);
    expect(posted[0]?.headers).toMatchObject({ 'x-key': 'k' });
  });

  it('warns of a receiver that answers 503', async () => {
    const { url } = await fakeReceiver({ status: 503 });
    expect(await check(url)).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('answered 503 Service Unavailable'),
    });
  });

  it('names an unreachable receiver without the query', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    expect(await check(`${origin}/in?key=hidden`)).toEqual({
      level: 'error',
      text: `${origin} does not answer: ECONNREFUSED`,
      details: [],
    });
  });

  it('stops waiting for a silent receiver', async () => {
    const server: Server = createServer((socket) => void socket.on('error', () => undefined).resume());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    expect(await check(`http://127.0.0.1:${port}/`, 200)).toMatchObject({
      level: 'error',
      text: expect.stringMatching(/does not answer: timed out$/u),
    });
  });

  it('reports a receiver without TLS at an https address', async () => {
    const { origin } = await fakeReceiver();
    expect(await check(origin.replace('http:', 'https:'), 5000)).toMatchObject({
      level: 'error',
      text: expect.stringMatching(/ERR_SSL|EPROTO|connection closed/u),
    });
  });
});

describe('the doctor with SMTP_URL', () => {
  const LOGIN = { user: 'plinth', password: 'right-word' };
  const check = (smtpUrl: string, limitMs?: number) =>
    checkMail(
      { smtpUrl, from: 'site@group.example', to: ['one@group.example'] },
      { connectionMs: 5000, greetingMs: 1500, socketMs: 1500 },
      limitMs,
    );
  const withLogin = (port: number, password: string) =>
    `smtp://plinth:${password}@localhost:${port}?tls.rejectUnauthorized=false`;

  async function mailServer(behaviour: MailServerBehaviour = {}) {
    const server = await startMailServer(behaviour);
    onTestFinished(() => server.close());
    return server;
  }

  it('connects to the mail server without sending mail', async () => {
    const server = await mailServer();
    expect(await check(server.url)).toMatchObject({ level: 'ok' });
    expect(server.mails).toEqual([]);
    expect(server.commands.recipients).toEqual([]);
  });

  it('logs in', async () => {
    const server = await mailServer({ login: LOGIN });
    expect(await check(withLogin(server.port, LOGIN.password))).toMatchObject({
      level: 'ok',
      text: expect.stringContaining('accepts the login'),
    });
  });

  it('reports a refused login without the password', async () => {
    const server = await mailServer({ login: LOGIN });
    expect(await check(withLogin(server.port, 'wrong-word'))).toMatchObject({
      level: 'error',
      text: `localhost:${server.port}: login refused: 535 5.7.8`,
    });
  });

  it('reports an unreachable mail server', async () => {
    expect(await check(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({
      level: 'error',
      text: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('stops waiting for a mail server that never ends its greeting', async () => {
    const server = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-still here\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
      socket.on('error', () => undefined);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    expect(await check(`smtp://127.0.0.1:${port}`, 200)).toMatchObject({
      level: 'error',
      text: expect.stringContaining('no end within 0.2 s'),
    });
  });

  it('stops waiting for a silent mail server', async () => {
    const server = await mailServer({ isSilent: true });
    expect(await check(server.url)).toMatchObject({
      level: 'error',
      text: expect.stringContaining('timed out'),
    });
  });
});

describe('the doctor with CLAMD_URL', () => {
  async function daemon() {
    const clamd = await startFakeClamd();
    onTestFinished(() => clamd.close());
    return clamd;
  }

  it('warns of a daemon that reports incomplete scans as clean', async () => {
    const clamd = await daemon();
    expect(await checkScanner(clamd.url)).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/^ClamAV .*AlertExceedsMax/u),
    });
    expect(clamd.scanned[0]).toHaveLength(MAX_FILE_BYTES);
  });

  it('accepts a daemon that reports incomplete scans', async () => {
    const clamd = await daemon();
    clamd.behave({
      get answers() {
        return `stream: ${clamd.scanned.length > 1 ? 'Heuristics.Limits.Exceeded.MaxRecursion FOUND' : 'OK'}\0`;
      },
    });
    expect(await checkScanner(clamd.url)).toMatchObject({
      level: 'ok',
      text: expect.stringContaining(': ClamAV '),
    });
  });

  it('reports a daemon whose StreamMaxLength is one byte too small', async () => {
    const clamd = await daemon();
    clamd.behave({ limit: MAX_FILE_BYTES - 1 });
    expect(await checkScanner(clamd.url)).toMatchObject({
      level: 'error',
      text: expect.stringMatching(/^ClamAV .*largest size: .*(?:StreamMaxLength|closed)/u),
    });
  });

  it('reports an unreachable daemon', async () => {
    const clamd = await startFakeClamd();
    await clamd.close();
    expect(await checkScanner(clamd.url)).toMatchObject({
      level: 'error',
      text: `${clamd.url}: unreachable`,
    });
  });
});
