import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startFakeClamd } from '../../../test/support/fake-clamd.ts';
import type { Behaviour } from '../../../test/support/fake-s3.ts';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { freePort } from '../../../test/support/listen.ts';
import { startFakeReceiver } from '../../applications/deliveries/testing/fake-receiver.ts';
import { startServerForTest } from '../../applications/deliveries/testing/mail-channels.ts';
import { createBucket } from '../../applications/files/bucket.ts';
import { MAX_FILE_BYTES } from '../../applications/rules/limits.ts';
import { errorWithoutRoot, temporaryFolder } from '../../applications/store/testing/index.ts';
import {
  checkDisk,
  checkForward,
  checkMail,
  checkS3,
  checkScanner,
  sendTestApplication,
} from './services.ts';

const fake = fakeS3ForFile();

/** Matches a finding of the doctor. */
const matchFinding = (level: string, text: string | RegExp) => ({
  level,
  text: typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
});

it.each([
  [405, 'ok'],
  [503, 'warning'],
])('the doctor sends a HEAD to FORWARD_URL and reports the status %i as %s', async (status, level) => {
  const { url, origin, posted } = await startFakeReceiver({ status });
  const text = new RegExp(`^${origin} answered ${status} [A-Z]`, 'u');
  expect(await checkForward({ url, headers: { 'X-Key': 'k' } })).toMatchObject(matchFinding(level, text));
  expect(posted).toMatchObject([{ method: 'HEAD', headers: { 'x-key': 'k' } }]);
});

it('the doctor reports an unreachable FORWARD_URL without its query', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const text = `${origin} does not answer: ECONNREFUSED`;
  expect(await checkForward({ url: `${origin}/in?key=hidden`, headers: {} })).toMatchObject({ text });
});

it('the doctor sends a signed test application on request', async () => {
  const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
  const { url, posted } = await startFakeReceiver();
  expect(await sendTestApplication({ url, secret, headers: {} })).toMatchObject(
    matchFinding('ok', /accepted the test application TEST-\d+: remove it there$/u),
  );
  expect(posted).toMatchObject([{ method: 'POST', headers: { 'webhook-signature': expect.any(String) } }]);
  const refusing = await startFakeReceiver({ status: 422 });
  expect(await sendTestApplication({ url: refusing.url, headers: {} })).toMatchObject(
    matchFinding('error', 'did not accept the test application: answered 422'),
  );
});

it('the doctor reports the free bytes of the disk of DATA_DIR', async () => {
  const text = expect.stringMatching(/^\d+ MB are free in/u);
  expect(await checkDisk({ dataDir: tmpdir() })).toMatchObject({ level: 'ok', text });
  expect(await checkDisk({ dataDir: '/nowhere' })).toEqual([]);
});

it('the doctor reports an uploads folder that the site cannot use', async () => {
  const dataDir = await temporaryFolder();
  symlinkSync('/etc/shadow', path.join(dataDir, 'uploads'));
  const module = path.join(import.meta.dirname, 'services.ts');
  expect(errorWithoutRoot(module, 'checkDisk', { dataDir })).toMatch(
    /^DATA_DIR: \S+uploads belongs to root, /u,
  );
});

it('the doctor logs in to SMTP_URL without sending an email', async () => {
  const server = await startServerForTest({ login: { user: 'plinth', password: 'right-word' } });
  const login = (password: string) =>
    checkMail({
      smtpUrl: `smtp://plinth:${password}@localhost:${server.port}?tls.rejectUnauthorized=false`,
      from: 'site@group.example',
      to: [],
    });
  expect(await login('right-word')).toMatchObject(matchFinding('ok', 'to applicants only'));
  const refused = `localhost:${server.port}: login refused: 535 5.7.8`;
  expect(await login('wrong-word')).toMatchObject({ level: 'error', text: refused });
  expect([server.mails, server.commands.recipients]).toEqual([[], []]);
});

async function startClamd() {
  const clamd = await startFakeClamd();
  onTestFinished(() => clamd.close());
  return clamd;
}

it('the doctor warns about a CLAMD_URL that reports incomplete scans as clean', async () => {
  const clamd = await startClamd();
  expect(await checkScanner(clamd.url)).toMatchObject(matchFinding('warning', /^ClamAV .*AlertExceedsMax/u));
  expect(clamd.scanned[0]).toHaveLength(MAX_FILE_BYTES);
});

it('the doctor reports a CLAMD_URL whose StreamMaxLength is too small', async () => {
  const clamd = await startClamd();
  clamd.behave({ limit: MAX_FILE_BYTES - 1 });
  const tooSmall = matchFinding('error', /^ClamAV .*largest size: .*(?:StreamMaxLength|closed)/u);
  expect(await checkScanner(clamd.url)).toMatchObject(tooSmall);
});

const refuseRequests =
  (isRefused: (method: string, isSigned: boolean) => boolean): Behaviour =>
  (request, response, pass) => {
    const isSigned = request.headers.authorization !== undefined;
    if (!isRefused(request.method ?? '', isSigned)) return pass();
    request
      .resume()
      .once('end', () => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'));
  };

async function checkFakeS3() {
  const findings = await checkS3(fake().settings('site/'));
  return findings.map(({ level, text }) => `${level} ${text}`);
}

it('the doctor does not leave a file in a private bucket', async () => {
  fake().behave(refuseRequests((_method, isSigned) => !isSigned));
  expect(await checkFakeS3()).toEqual([
    'ok plinth-test can be written and read',
    'ok the bucket is not public',
  ]);
  const bucket = await createBucket(fake().settings());
  const page = await bucket.list('site/').next();
  expect(page.value).toMatchObject({ keys: [] });
});

it('the doctor reports a public bucket', async () => {
  expect((await checkFakeS3())[1]).toBe(
    'error the bucket is public: anyone can read its files. Make it private.',
  );
});

it.each([
  ['PUT', 'S3 put: AccessDenied'],
  ['DELETE', 'S3 delete: AccessDenied'],
  ['GET', 'S3_ACCESS_KEY_ID: the key is not allowed to list plinth-test'],
])('the doctor reports a key without permission to %s', async (refused, words) => {
  fake().behave(refuseRequests((method) => method === refused));
  await expect(checkFakeS3()).rejects.toThrow(words);
});
