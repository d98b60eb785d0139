import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../test/support/listen.ts';
import { type MailServerBehaviour, startMailServer } from '../../../test/support/mail-server.ts';
import { checkMail } from './mail.ts';

const LOGIN = { user: 'plinth', password: 'right-word' };
const TIMES = { connectionMs: 5000, greetingMs: 1500, socketMs: 1500 };
const settings = (smtpUrl: string) => ({ smtpUrl, from: 'site@group.example', to: ['one@group.example'] });

async function mailServer(behaviour: MailServerBehaviour = {}) {
  const server = await startMailServer(behaviour);
  onTestFinished(() => server.close());
  return server;
}

const withLogin = (port: number, password: string) =>
  `smtp://plinth:${password}@localhost:${port}?tls.rejectUnauthorized=false`;

it('a mail server that answers is in order, and gets no mail', async () => {
  const server = await mailServer();
  expect(await checkMail(settings(server.url), TIMES)).toMatchObject({ level: 'ok', what: 'mail' });
  expect(server.mails).toEqual([]);
  expect(server.commands.recipients).toEqual([]);
});

it('a mail server that takes the login is in order', async () => {
  const server = await mailServer({ login: LOGIN });
  expect(await checkMail(settings(withLogin(server.port, LOGIN.password)), TIMES)).toMatchObject({
    level: 'ok',
    said: expect.stringContaining('takes the login'),
  });
});

it('a mail server that refuses the login is a fault, told without the login', async () => {
  const server = await mailServer({ login: LOGIN });
  const found = await checkMail(settings(withLogin(server.port, 'wrong-word')), TIMES);
  expect(found).toMatchObject({ level: 'fault', said: `localhost:${server.port}: login refused: 535 5.7.8` });
});

it('a mail server that is not there is a fault', async () => {
  const found = await checkMail(settings(`smtp://127.0.0.1:${await freePort()}`), TIMES);
  expect(found).toMatchObject({ level: 'fault', said: expect.stringContaining('ECONNREFUSED') });
});

it('a mail server that says nothing is a fault soon', async () => {
  const server = await mailServer({ isSilent: true });
  expect(await checkMail(settings(server.url), TIMES)).toMatchObject({
    level: 'fault',
    said: expect.stringContaining('timed out'),
  });
});

it('a mail server that answers without an end is a fault by the clock', async () => {
  const server = createServer((socket) => {
    const timer = setInterval(() => socket.write('220-still here\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const times = { ...TIMES, greetingMs: 5000, connectionMs: 5000 };
  expect(await checkMail(settings(url), times, 200)).toMatchObject({
    level: 'fault',
    said: expect.stringContaining('no end within 0.2 s'),
  });
});
