import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { applicationWith } from '../testing/application-with-files.ts';
import { fakeReceiver, partsOf } from '../testing/fake-receiver.ts';
import { forwardTo } from '../testing/forward-to.ts';
import { recordOf } from './application-record.ts';
import type { Files } from './multipart.ts';

const SECRET = `whsec_${Buffer.from('thirty-two bytes of no secret !!').toString('base64')}`;

describe('forwarded request', () => {
  it('contains the record, then each file in order, byte for byte', async () => {
    const { url, posted } = await fakeReceiver();
    const contents = [randomBytes(300_000), Buffer.from('abc'), randomBytes(65_537)];
    const sent = applicationWith(contents.map((content, index) => ({ name: `${index}.pdf`, content })));
    expect(await forwardTo(url, sent)).toEqual({ result: 'delivered' });
    const [request] = posted;
    if (!request) throw new Error('no request');
    expect(request).toMatchObject({ method: 'POST', url: '/hooks/applications?key=hidden' });
    expect(request.headers['content-length']).toBe(`${request.body.length}`);
    expect(request.headers['transfer-encoding']).toBeUndefined();
    expect(request.headers.connection).toBe('close');
    const [record, ...files] = await partsOf(request);
    expect(record).toMatchObject({ part: 'application', name: undefined });
    const head =
      'Content-Disposition: form-data; name="application"\r\nContent-Type: application/json\r\n\r\n{';
    expect(request.body.toString('latin1', 0, 400)).toContain(head);
    expect(record?.content.toString()).toBe(JSON.stringify(recordOf(sent.application)));
    expect(files.map(({ part, name, type }) => [part, name, type])).toEqual(
      ['0.pdf', '1.pdf', '2.pdf'].map((name) => ['file', name, 'application/pdf']),
    );
    for (const [index, { content }] of files.entries())
      expect(content.equals(contents[index] ?? content)).toBe(true);
  });

  it('preserves unusual file names', async () => {
    const { url, posted } = await fakeReceiver();
    const names = [
      'a"b";name="x".pdf',
      '商业计划书（终稿）.pdf',
      '𠮷野👩‍💻.pdf',
      'مرحبا\u202Efdp.exe.pdf',
      "50% of it's.pdf",
    ];
    const sent = applicationWith(names.map((name) => ({ name, content: name })));
    await forwardTo(url, sent);
    const [, ...files] = await partsOf(posted[0] ?? expect.fail());
    expect(files.map(({ name }) => name)).toEqual(names);
    expect(files.map(({ content }) => content.toString())).toEqual(names);
  });

  it('lists an infected file in the record without sending it', async () => {
    const { url, posted } = await fakeReceiver();
    const sent = applicationWith([
      { name: 'bad.doc', content: 'a virus', scan: 'infected' },
      { name: 'good.pdf', content: 'good', scan: 'clean' },
    ]);
    expect(await forwardTo(url, sent)).toEqual({ result: 'delivered' });
    const [record, ...files] = await partsOf(posted[0] ?? expect.fail());
    expect(files.map(({ name }) => name)).toEqual(['good.pdf']);
    expect(JSON.parse(`${record?.content}`).files).toMatchObject([
      { name: 'bad.doc', scan: 'infected' },
      { name: 'good.pdf', scan: 'clean' },
    ]);
  });

  it('has the headers of FORWARD_HEADERS, in any case, and its own', async () => {
    const { url, posted } = await fakeReceiver();
    const headers = { AUTHORIZATION: 'Bearer x', 'User-Agent': 'Group' };
    await forwardTo({ url, headers }, applicationWith([{ content: 'a' }]));
    expect(posted[0]?.headers).toMatchObject({
      authorization: 'Bearer x',
      'user-agent': 'Group',
      'idempotency-key': 'A-2026-7K4MXQ',
    });
    expect(posted[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('is signed according to Standard Webhooks', async () => {
    const { url, posted } = await fakeReceiver();
    await forwardTo({ url, secret: SECRET }, applicationWith([{ content: 'a' }]));
    const [request] = posted;
    const [record] = await partsOf(request ?? expect.fail());
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(SECRET).verify(`${record?.content}`, headers)).toMatchObject({
      reference: 'A-2026-7K4MXQ',
    });
    const { 'webhook-id': id, 'webhook-timestamp': seconds } = headers;
    expect(id).toBe('A-2026-7K4MXQ');
    expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(10);
    const byHand = createHmac('sha256', Buffer.from(SECRET.slice('whsec_'.length), 'base64'))
      .update(`${id}.${seconds}.`)
      .update(record?.content ?? '')
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${byHand}`);
  });
});

describe('response of the receiver', () => {
  const sent = applicationWith([{ content: 'a' }]);

  it.each([200, 201, 202, 204])('counts %i as delivered', async (status) => {
    const { url } = await fakeReceiver({ status });
    expect(await forwardTo(url, sent)).toEqual({ result: 'delivered' });
  });

  it('counts 409 as delivered and records its text', async () => {
    const { url } = await fakeReceiver({ status: 409, body: 'known' });
    expect(await forwardTo(url, sent)).toEqual({
      result: 'delivered',
      error: 'answered 409 Conflict: known',
    });
  });

  it.each([300, 304, 408, 425, 429, 500, 502, 503, 504, 599])('retries after %i', async (status) => {
    const { url } = await fakeReceiver({ status });
    expect(await forwardTo(url, sent)).toMatchObject({
      result: 'again',
      error: expect.stringMatching(`^answered ${status}`),
    });
  });

  it.each([400, 401, 403, 404, 405, 413, 415, 422, 451, 499])('counts %i as refused', async (status) => {
    const { url } = await fakeReceiver({ status, body: 'no\r\n\tsuch \u202Ething' });
    expect(await forwardTo(url, sent)).toMatchObject({
      result: 'refused',
      error: expect.stringMatching(new RegExp(`^answered ${status} ?[A-Z \\w]*: no such thing$`, 'iu')),
    });
  });

  it('retries after 301 to 308 without following the redirect', async () => {
    const other = await fakeReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await fakeReceiver({ status, headers: { location: other.url } });
      expect(await forwardTo(url, sent)).toMatchObject({ result: 'again' });
    }
    expect(other.posted).toEqual([]);
  });

  it('delays a retry by Retry-After', async () => {
    const { url } = await fakeReceiver({ status: 503, headers: { 'retry-after': '120' } });
    expect(await forwardTo(url, sent)).toMatchObject({ result: 'again', afterMs: 120_000 });
    const refusing = await fakeReceiver({ status: 400, headers: { 'retry-after': '120' } });
    expect(await forwardTo(refusing.url, sent)).not.toHaveProperty('afterMs');
  });

  it('records HTML as plain text', async () => {
    const body = `<!doctype html>\n<html><head><style>b{}</style><title>502</title></head><body><h1>Bad &lt;gateway&gt;</h1><script>alert(1)</script>${'x'.repeat(300)}`;
    const { url } = await fakeReceiver({ status: 502, headers: { 'content-type': 'text/html' }, body });
    const result = await forwardTo(url, sent);
    expect(result.error).toMatch(/^answered 502 Bad Gateway: 502 ?Bad <gateway>/u);
    expect(result.error).not.toMatch(/alert|doctype/u);
    expect(result.error).toHaveLength('answered 502 Bad Gateway: …'.length + 200);
  });
});

describe('damaged stored file', () => {
  it.each([
    ['is missing', undefined],
    ['is too short', Buffer.from('shor')],
    ['is too long', Buffer.from('as long, and more')],
    ['has changed', Buffer.from('as lonG')],
  ])('that %s: retries, and the receiver never gets a complete body', async (problem, content) => {
    let isComplete = false;
    const { url } = await fakeReceiver(async (request, response) => {
      for await (const _ of request);
      isComplete = true;
      response.end();
    });
    const sent = applicationWith([{ content: 'first' }, { content: 'as long' }]);
    const { storedName = '' } = sent.application.files[1] ?? {};
    if (content) sent.contents.set(storedName, content);
    else sent.contents.delete(storedName);
    expect(await forwardTo(url, sent)).toEqual({
      result: 'again',
      error: `the stored file ${storedName} ${problem}`,
    });
    expect(isComplete).toBe(false);
  });

  it('sends large chunks that are views of larger buffers intact', async () => {
    const { url, posted } = await fakeReceiver();
    const content = randomBytes(200_000);
    const sent = applicationWith([{ content }]);
    // S3 returns chunks of any size, as views of larger buffers.
    const uploads: Files = {
      async open() {
        const larger = Buffer.concat([Buffer.from('before'), content, Buffer.from('after')]);
        return (async function* () {
          yield larger.subarray('before'.length, 'before'.length + content.length);
        })();
      },
    };
    expect(await forwardTo(url, { ...sent, uploads })).toEqual({ result: 'delivered' });
    expect((await partsOf(posted[0] ?? expect.fail()))[1]?.content.equals(content)).toBe(true);
  });
});
