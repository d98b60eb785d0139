import { createHmac, randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../lib/days.ts';
import { createApplicationWith } from '../testing/applications.ts';
import { forwardTo, parseParts, startFakeReceiver } from '../testing/fake-receiver.ts';
import { toApplicationRecord } from './application-record.ts';
import { parseRetryAfter } from './forward.ts';

const SECRET = `whsec_${Buffer.from('thirty-two bytes of no secret !!').toString('base64')}`;
const small = createApplicationWith([{ content: 'a' }]);

/** Forwards an application to a receiver and returns the request. */
async function captureForward(sent: typeof small, forward = {}) {
  const { url, posted } = await startFakeReceiver();
  expect(await forwardTo({ url, ...forward }, sent)).toEqual({ result: 'delivered' });
  const [request] = posted;
  return request ?? expect.fail();
}

it("posts an application's record followed by its unchanged files in order", async () => {
  const names = ['a"b";name="x".pdf', '商业计划书（终稿）.pdf', 'مرحبا\u202Efdp.exe.pdf', "50% of it's.pdf"];
  const contents = [randomBytes(300_000), Buffer.from('abc'), randomBytes(65_537), Buffer.from('d')];
  const sent = createApplicationWith(names.map((name, at) => ({ name, content: contents[at] ?? '' })));
  const request = await captureForward(sent);
  expect(request).toMatchObject({ method: 'POST', url: '/hooks/applications?key=hidden' });
  expect(request.headers['content-length']).toBe(`${request.body.length}`);
  expect(request.headers['transfer-encoding']).toBeUndefined();
  expect(request.headers.connection).toBe('close');
  const head =
    'Content-Disposition: form-data; name="application"\r\nContent-Type: application/json\r\n\r\n{';
  expect(request.body.toString('latin1', 0, 400)).toContain(head);
  const [record, ...files] = await parseParts(request);
  expect(record).toMatchObject({ part: 'application', name: undefined });
  expect(`${record?.content}`).toBe(JSON.stringify(toApplicationRecord(sent.application)));
  expect(files).toMatchObject(names.map((name) => ({ part: 'file', name, type: 'application/pdf' })));
  for (const [at, { content }] of files.entries()) expect(content.equals(contents[at] ?? content)).toBe(true);
});

it('lists an infected file in the record without sending it', async () => {
  const scans = [
    { name: 'bad.doc', scan: 'infected' },
    { name: 'good.pdf', scan: 'clean' },
  ] as const;
  const request = await captureForward(
    createApplicationWith(scans.map((file) => ({ ...file, content: file.name }))),
  );
  const [record, ...files] = await parseParts(request);
  expect(files.map(({ name }) => name)).toEqual(['good.pdf']);
  expect(JSON.parse(`${record?.content}`).files).toMatchObject(scans);
});

it('sends a file without a scan result and marks it as held in the record', async () => {
  const held = { name: 'locked.zip', scan: 'held' } as const;
  const request = await captureForward(createApplicationWith([{ ...held, content: 'abc' }]));
  const [record, ...files] = await parseParts(request);
  expect(files.map(({ name }) => name)).toEqual(['locked.zip']);
  expect(JSON.parse(`${record?.content}`).files).toMatchObject([held]);
});

it('merges FORWARD_HEADERS regardless of their case', async () => {
  const { headers } = await captureForward(small, {
    headers: { AUTHORIZATION: 'Bearer x', 'User-Agent': 'Group' },
  });
  expect(headers).toMatchObject({
    authorization: 'Bearer x',
    'user-agent': 'Group',
    'idempotency-key': 'A-2026-7K4MXQ',
  });
  expect(headers).not.toHaveProperty('webhook-signature');
});

it('signs a forward as specified by Standard Webhooks', async () => {
  const request = await captureForward(small, { secret: SECRET });
  const [record] = await parseParts(request);
  const { 'webhook-id': id, 'webhook-timestamp': seconds, ...headers } = request.headers;
  expect(id).toBe('A-2026-7K4MXQ');
  expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(10);
  const signature = createHmac('sha256', Buffer.from(SECRET.slice('whsec_'.length), 'base64'))
    .update(`${id}.${seconds}.${record?.content}`)
    .digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
});

it.each<[number, string]>([
  [204, 'delivered'],
  [409, 'delivered'],
  [400, 'refused'],
  [422, 'refused'],
  ...[401, 403, 404, 408, 425, 429, 500, 503].map((status): [number, string] => [status, 'again']),
])('records a %i response to a forward as %s, with status and length only', async (status, result) => {
  const { url } = await startFakeReceiver({ status, body: 'phone 025 1234, a@b.cn' });
  const outcome = await forwardTo(url, small);
  const answered = `answered ${status} ${STATUS_CODES[status]}`;
  const { reference } = small.application;
  const advice = `: the receiver's log has the reason, by Idempotency-Key ${reference}`;
  const text = status === 409 ? answered : `${answered} with 22 bytes${result === 'refused' ? advice : ''}`;
  const error = status === 204 ? undefined : text;
  expect([outcome.result, outcome.error]).toEqual([result, error]);
});

it('retries a forward after a redirect without following it', async () => {
  const other = await startFakeReceiver();
  for (const status of [301, 307]) {
    const { url } = await startFakeReceiver({ status, headers: { location: other.url } });
    expect(await forwardTo(url, small)).toMatchObject({ result: 'again' });
  }
  expect(other.posted).toEqual([]);
});

it('delays the retry of a forward according to Retry-After', async () => {
  const headers = { 'retry-after': '120' };
  const { url } = await startFakeReceiver({ status: 503, headers });
  expect(await forwardTo(url, small)).toMatchObject({ result: 'again', afterMs: 120_000 });
  const refusing = await startFakeReceiver({ status: 400, headers });
  expect(await forwardTo(refusing.url, small)).not.toHaveProperty('afterMs');
});

it.each([
  ['cannot be read (ENOENT)', undefined],
  ['has changed', Buffer.from('as long, and more')],
  ['has changed', Buffer.from('as lonG')],
])('retries a forward without sending anything if a stored file %s', async (problem, content) => {
  const { url, posted } = await startFakeReceiver();
  const sent = createApplicationWith([{ content: 'first' }, { content: 'as long' }]);
  const { storedName = '' } = sent.application.files[1] ?? {};
  if (content) sent.contents.set(storedName, content);
  else sent.contents.delete(storedName);
  const error = `the stored file ${storedName} ${problem}`;
  expect(await forwardTo(url, sent)).toEqual({ result: 'again', error });
  expect(posted).toEqual([]);
});

it.each([
  ['9'.repeat(400), DAY_MS],
  ['Sat, 21 Nov 2026 04:01:00 GMT', 60_000],
  ['soon', undefined],
  ['Sat, 21 Nov 2026 03:59:59 GMT', undefined],
  [null, undefined],
])('parses Retry-After %j as %s ms', (text, waitMs) => {
  expect(parseRetryAfter(text, Date.UTC(2026, 10, 21, 4))).toBe(waitMs);
});
