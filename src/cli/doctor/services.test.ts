import { expect, it, onTestFinished } from 'vitest';
import { startFakeClamd } from '../../../test/support/fake-clamd.ts';
import { freePort } from '../../../test/support/listen.ts';
import { fakeReceiver } from '../../applications/deliveries/testing/fake-receiver.ts';
import { mailServer } from '../../applications/deliveries/testing/mail-channels.ts';
import { MAX_FILE_BYTES } from '../../applications/rules/limits.ts';
import { checkForward, checkMail, checkScanner, sendTestApplication } from './services.ts';

/** Formats a finding of the doctor. */
const finding = (level: string, text: string | RegExp = '') => ({
  level,
  text: typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
});

const check = (url: string, limitMs?: number) => checkForward({ url, headers: { 'X-Key': 'k' } }, limitMs);

it.each([
  [200, 'ok'],
  [405, 'ok'],
  [422, 'ok'],
  [503, 'warning'],
])('the doctor sends a HEAD to FORWARD_URL and reports the status %i as %s', async (status, level) => {
  const { url, origin, posted } = await fakeReceiver({ status });
  const text = new RegExp(`^${origin} answered ${status} [A-Z]`, 'u');
  expect(await check(url)).toMatchObject(finding(level, text));
  expect(posted).toMatchObject([{ method: 'HEAD', headers: { 'x-key': 'k' } }]);
});

it('the doctor names an unreachable FORWARD_URL without the query', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const text = `${origin} does not answer: ECONNREFUSED`;
  expect(await check(`${origin}/in?key=hidden`)).toEqual({ level: 'error', text, details: [] });
});

it('the doctor reports a FORWARD_URL that is silent or lacks TLS', async () => {
  const { origin } = await fakeReceiver();
  const tls = finding('error', /ERR_SSL|EPROTO|connection closed/u);
  expect(await check(origin.replace('http:', 'https:'), 5000)).toMatchObject(tls);
  const silent = await fakeReceiver(() => undefined);
  expect(await check(silent.url, 100)).toMatchObject(finding('error', /does not answer: timed out$/u));
});

it('the doctor sends a signed test application on request', async () => {
  const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
  const { url, posted } = await fakeReceiver();
  expect(await sendTestApplication({ url, secret, headers: {} })).toMatchObject(
    finding('ok', /accepted a signed test application, TEST-\d+: remove it there$/u),
  );
  expect(posted).toMatchObject([{ method: 'POST', headers: { 'webhook-signature': expect.any(String) } }]);
  const refusing = await fakeReceiver({ status: 422 });
  expect(await sendTestApplication({ url: refusing.url, headers: {} })).toMatchObject(
    finding('error', 'did not accept an unsigned test application: answered 422'),
  );
});

const LOGIN = { user: 'plinth', password: 'right-word' };
const checkSmtp = (smtpUrl: string) =>
  checkMail(
    { smtpUrl, from: 'site@group.example', to: ['one@group.example'] },
    { connectionMs: 5000, greetingMs: 300, replyMs: 1500 },
  );

it('the doctor logs in to SMTP_URL without sending mail', async () => {
  const server = await mailServer();
  expect(await checkSmtp(server.url)).toMatchObject({ level: 'ok' });
  expect([server.mails, server.commands.recipients]).toEqual([[], []]);
  const { port } = await mailServer({ login: LOGIN });
  const withLogin = (password: string) =>
    checkSmtp(`smtp://plinth:${password}@localhost:${port}?tls.rejectUnauthorized=false`);
  expect(await withLogin(LOGIN.password)).toMatchObject(finding('ok', 'accepts the login'));
  const refused = { level: 'error', text: `localhost:${port}: login refused: 535 5.7.8` };
  expect(await withLogin('wrong-word')).toMatchObject(refused);
});

it('the doctor reports an SMTP_URL that is unreachable or silent', async () => {
  const unreachable = `smtp://127.0.0.1:${await freePort()}`;
  expect(await checkSmtp(unreachable)).toMatchObject(finding('error', 'ECONNREFUSED'));
  const { url } = await mailServer({ isSilent: true });
  expect(await checkSmtp(url)).toMatchObject(finding('error', 'timed out'));
});

async function daemon() {
  const clamd = await startFakeClamd();
  onTestFinished(() => clamd.close());
  return clamd;
}

it('the doctor warns of a CLAMD_URL that reports incomplete scans as clean', async () => {
  const clamd = await daemon();
  expect(await checkScanner(clamd.url)).toMatchObject(finding('warning', /^ClamAV .*AlertExceedsMax/u));
  expect(clamd.scanned[0]).toHaveLength(MAX_FILE_BYTES);
});

it('the doctor accepts a CLAMD_URL that reports incomplete scans', async () => {
  const clamd = await daemon();
  clamd.behave({
    get answers() {
      return `stream: ${clamd.scanned.length > 1 ? 'Heuristics.Limits.Exceeded.MaxRecursion FOUND' : 'OK'}\0`;
    },
  });
  expect(await checkScanner(clamd.url)).toMatchObject(finding('ok', ': ClamAV '));
});

it('the doctor reports a CLAMD_URL that is unreachable or whose StreamMaxLength is too small', async () => {
  const clamd = await daemon();
  clamd.behave({ limit: MAX_FILE_BYTES - 1 });
  const tooSmall = finding('error', /^ClamAV .*largest size: .*(?:StreamMaxLength|closed)/u);
  expect(await checkScanner(clamd.url)).toMatchObject(tooSmall);
  const gone = `tcp://127.0.0.1:${await freePort()}`;
  await expect(checkScanner(gone)).rejects.toThrow(`${gone}: unreachable`);
});
