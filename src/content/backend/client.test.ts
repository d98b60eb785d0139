import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { serve } from '../../../test/support/serve.ts';
import { errorMessageKey, type FailureKind } from '../../lib/failures.ts';
import { createClient, MAX_RESPONSE_BYTES, parseJson, paths } from './client.ts';

/** Short if the server is silent, long if it responds. */
const SILENCE_MS = 100;
const PATIENT_MS = 10_000;
const TENANT = { 'tenant-id': '7', 'X-Api-Key': 'secret' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

const clientOf = (baseUrl: string, timeoutMs = PATIENT_MS) =>
  createClient({ baseUrl, headers: TENANT, timeoutMs });

/** Creates a client of a server that sends this body in every response. */
const answering = async (body: string | Buffer, status = 200, headers: Record<string, string> = JSON_TYPE) =>
  clientOf(await serve((_request, response) => void response.writeHead(status, headers).end(body)));

const asked = (client: ReturnType<typeof clientOf>) => client.get(paths.menu, {}, 'zh');

it.each([[{ id: 1 }], {}, 0, false, '', '远山'])(
  'returns the data %j of an envelope regardless of its other fields',
  async (data) => {
    const sent = JSON.stringify({ code: 0, data, traceId: 'x' });
    const { body, ...rest } = await asked(await answering(sent, 200, { 'Content-Type': 'text/plain' }));
    expect([rest, body.toString()]).toMatchObject([{ data }, sent]);
  },
);

it.each([404, 503, 1001, -1])('uses the backend code %d as the status of the error', async (code) => {
  const client = await answering(JSON.stringify({ code, data: [1], msg: 'no' }));
  await expect(asked(client)).rejects.toMatchObject({ kind: 'backendCode', status: code });
});

it.each([
  ['null data', '{"code":0,"data":null,"msg":""}', 404, '404errorDes'],
  ['the code 404', '{"code":404,"data":null,"msg":"no"}', 404, '500errorMsg'],
  ['the code 410', '{"code":410,"data":null,"msg":"no"}', 410, '500errorMsg'],
])('treats %s from the path of articles as a missing article', async (_how, body, status, message) => {
  const failure = await (await answering(body)).get(paths.article, { id: 'x' }, 'zh').catch((error) => error);
  expect(failure).toMatchObject({ kind: 'noArticle', status });
  expect(errorMessageKey(failure)).toBe(message);
});

const FAILURES: [name: string, kind: FailureKind, body: string, status?: number, type?: string][] = [
  ['null data', 'noData', '{"code":0,"data":null,"msg":""}'],
  ['cut JSON', 'notJson', '{"code":0,"data":['],
  ['HTML that says it is JSON', 'notJson', '<html></html>'],
  ['a code that is text', 'notEnvelope', '{"code":"0","data":[]}'],
  ['a list', 'notEnvelope', '[]'],
  ['status 500', 'badStatus', '{"code":0,"data":[]}', 500],
];

it.each(FAILURES)(
  'rejects a backend response with %s as %s',
  async (_name, kind, body, status = 200, type = 'application/json') => {
    const client = await answering(body, status, { 'Content-Type': type });
    await expect(asked(client)).rejects.toMatchObject({ kind, status: 500 });
  },
);

it.each([
  ['{"code":"0","data":[]}', 200, 'code is not an integer; send the number 0'],
  ['{"data":[]}', 200, 'code is not an integer; send the number 0'],
  ['null', 200, 'send {"code": 0, "data": …}'],
  ['{"code":200,"data":[],"msg":"ok"}', 200, 'answered code 200: ok. Success is code 0'],
  ['{"code":0}', 200, 'data is missing or null; send [] for an empty list'],
  ['{"code":200,"data":[]}', 200, 'answered code 200. Success is code 0'],
  [
    '{"code":404,"msg":"no"}',
    200,
    'answered code 404: no. API_BASE_URL must be the URL before /admin-api/ow/open',
  ],
  ['{"code":401,"msg":""}', 200, 'answered code 401. Check API_HEADERS'],
  ['<html>', 200, 'the body is not JSON'],
  ['', 404, 'answered 404. API_BASE_URL must be the URL before /admin-api/ow/open'],
  ['', 302, 'answered 302. Redirects are not followed: set API_BASE_URL to the final URL'],
  ['', 401, 'answered 401. Check API_HEADERS'],
])('names the cause and the next step for %j with status %i', async (body, status, text) => {
  const error = await asked(await answering(body, status)).catch((thrown) => thrown);
  expect(error.message).toContain(`${paths.menu}`);
  expect(error.message).toContain(text);
});

it('rejects a body in another encoding than UTF-8, but accepts a byte order mark', async () => {
  const [before, after] = ['{"code":0,"data":"', '"}'];
  const gbk = Buffer.concat([Buffer.from(before), Buffer.from([0xb9, 0xab]), Buffer.from(after)]);
  const detail = `${paths.menu}: the body is not UTF-8`;
  await expect(asked(await answering(gbk))).rejects.toMatchObject({ kind: 'notJson', detail });
  expect(await asked(await answering(`\uFEFF${before}a${after}`))).toMatchObject({ data: 'a' });
});

it.each([
  [paths.article, '', 404, 'answered 404. For a missing article, send status 200 with code 404'],
  [paths.article, '', 410, 'answered 410. For a missing article, send status 200 with code 404'],
  [paths.articles, '', 404, 'answered 404. The backend does not have this path'],
  [
    paths.common,
    '',
    404,
    'answered 404. The backend does not have this path, or does not send [] for an empty list',
  ],
  [paths.common, '{"code":0}', 200, ': data is missing or null; send [] for an empty list'],
  [paths.group, '{"code":0}', 200, ': data is missing or null; send an object'],
])('advises the team of %s on the response %j with status %i', async (path, body, status, text) => {
  const client = await answering(body, status);
  const error = await client.get(path, {}, 'zh').catch((thrown) => thrown);
  expect(error.detail).toMatch(new RegExp(`^${path}.*$`, 'u'));
  expect(error.detail.slice(path.length).trim()).toBe(text);
});

const sized = (bytes: number) => {
  const frame = '{"code":0,"data":""}'.length;
  return `{"code":0,"data":"${'a'.repeat(bytes - frame)}"}`;
};

it('accepts a response of exactly the maximum size', async () => {
  const client = await answering(sized(MAX_RESPONSE_BYTES));
  expect((await asked(client)).body.length).toBe(MAX_RESPONSE_BYTES);
  const larger = await answering(sized(MAX_RESPONSE_BYTES + 1));
  await expect(asked(larger)).rejects.toMatchObject({ kind: 'tooLarge', status: 500 });
});

it('limits the response size after decompression', async () => {
  const packed = gzipSync(sized(MAX_RESPONSE_BYTES + 1));
  const client = await answering(packed, 200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
  await expect(asked(client)).rejects.toMatchObject({ kind: 'tooLarge' });
});

const drip: RequestListener = (_request, response) => {
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
const closeMidway: RequestListener = (request, response) => {
  response.writeHead(200, { 'Content-Length': '100' }).write('{"code":0,');
  setTimeout(() => request.socket.destroy(), 20);
};

it('names the path and the setting after a timeout', async () => {
  const client = clientOf(await serve(() => undefined), SILENCE_MS);
  const detail = `${paths.menu}: no response within ${SILENCE_MS} ms (API_TIMEOUT_MS)`;
  await expect(asked(client)).rejects.toMatchObject({ kind: 'timeout', detail });
});

it.each<[what: string, kind: FailureKind, timeoutMs: number, listener: RequestListener]>([
  ['is silent', 'timeout', SILENCE_MS, () => undefined],
  ['drips', 'timeout', SILENCE_MS, drip],
  ['closes the connection in the middle of the response', 'unreachable', PATIENT_MS, closeMidway],
])('fails if the backend %s: %s', async (_what, kind, timeoutMs, listener) => {
  const client = clientOf(await serve(listener), timeoutMs);
  await expect(asked(client)).rejects.toMatchObject({ kind, status: 500 });
});

it('fails if the backend refuses the connection', async () => {
  const client = clientOf('http://127.0.0.1:1');
  await expect(asked(client)).rejects.toMatchObject({ kind: 'unreachable', status: 500 });
});

type Seen = { url?: string; method?: string; headers: IncomingHttpHeaders };

/** Creates a server that records its requests and responds with empty data. */
async function noting() {
  const seen: Seen[] = [];
  const url = await serve((request, response) => {
    seen.push({ url: request.url, method: request.method, headers: request.headers });
    response.end('{"code":0,"data":[]}');
  });
  return { url, seen };
}

it("sends the page's language even if the configured headers name another", async () => {
  const { url, seen } = await noting();
  const headers = { ...TENANT, 'accept-language': 'fr', accept: 'text/html' };
  await createClient({ baseUrl: url, headers, timeoutMs: PATIENT_MS }).get(paths.group, {}, 'en');
  const expected = {
    'tenant-id': '7',
    'x-api-key': 'secret',
    'accept-language': 'en',
    accept: 'application/json',
  };
  expect(seen).toMatchObject([{ method: 'GET', headers: expected }]);
});

it.each([
  [{}, ''],
  [{ pageNo: 1, pageSize: 10 }, '?pageNo=1&pageSize=10'],
  [{ columnCode: 'R&D 远山' }, '?columnCode=R%26D+%E8%BF%9C%E5%B1%B1'],
])('sends the query %j of a content call as %j', async (query, expected) => {
  const { url, seen } = await noting();
  await clientOf(url).get(paths.articles, query, 'zh');
  expect(seen.map((call) => call.url)).toEqual([`${paths.articles}${expected}`]);
});

it.each([
  [1, 'succeed'],
  [2, 'fail'],
])(
  'retries a call once if the connection closes before a response: after %i closures it %s',
  async (closed, how) => {
    let calls = 0;
    const url = await serve(({ socket }, response) => {
      calls += 1;
      if (calls > closed) response.end('{"code":0,"data":[]}');
      else socket.destroy();
    });
    const result = asked(clientOf(url)).then(
      () => 'succeed',
      () => 'fail',
    );
    expect([await result, calls]).toEqual([how, 2]);
  },
);

it('does not follow a redirect, even on the same host', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    seen.push(request.url);
    response.writeHead(request.url === '/there' ? 200 : 302, { Location: '/there' }).end('{"code":0}');
  });
  await expect(asked(clientOf(url))).rejects.toMatchObject({ kind: 'badStatus' });
  expect(seen).toEqual([paths.menu]);
});

it.each([
  ['[1792034567890123456]', ['1792034567890123456']],
  ['{"id": -9007199254740993}', { id: '-9007199254740993' }],
  [
    '{"list": [{"id":12345678901234567890123},\n1792034567890123456 ]}',
    {
      list: [{ id: '12345678901234567890123' }, '1792034567890123456'],
    },
  ],
])('keeps all digits of the integers in %s as text', (json, value) => {
  expect(parseJson(json)).toEqual(value);
});

it.each([
  '[9007199254740991, 1892034567890, 0, -1.5, 0.12345678901234567, 1e21, "1792034567890123456"]',
  '{"账号: 1792034567890123456, x": "[1792034567890123456]"}',
  String.raw`["\"", "\\", "\", 1792034567890123456, \\\\", 1792034567890123456.5, 1792034567890123456e2]`,
])('reads %.100s like JSON.parse', (json) => {
  expect(parseJson(json)).toEqual(JSON.parse(json));
});

it.each([
  '["1792034567890123456]',
  '[1792034567890123456',
  '[01792034567890123456]',
  '1 1792034567890123456 ',
])('rejects the invalid JSON %s', (json) => {
  expect(() => parseJson(json)).toThrow(SyntaxError);
});
