import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { type FailureKind, isDefiniteAnswer } from '../lib/failures.ts';
import { createClient, MAX_RESPONSE_BYTES } from './client.ts';
import { paths } from './paths.ts';

/** Short where silence is the case, long where an answer is. */
const SILENCE_MS = 200;
const PATIENT_MS = 10_000;
const TENANT = { 'tenant-id': '7', 'X-Api-Key': 'secret' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

afterEach(async () => {
  await Promise.all(servers.splice(0).map(close));
});

const clientOf = (baseUrl: string, timeoutMs = PATIENT_MS) =>
  createClient({ baseUrl, headers: TENANT, timeoutMs });

/** A client of a server that answers every call with this body. */
const answering = async (body: string | Buffer, status = 200, headers: Record<string, string> = JSON_TYPE) =>
  clientOf(await serve((_request, response) => void response.writeHead(status, headers).end(body)));

const asked = (client: ReturnType<typeof clientOf>) => client.get(paths.menu, {}, 'zh');

describe('an answer in the envelope', () => {
  it.each([[], [{ id: 1 }], {}, { list: [], total: 0 }, 0, false, '', 'text'])(
    'gives its data: %j',
    async (data) => {
      const client = await answering(JSON.stringify({ code: 0, data, msg: '' }));
      expect(await asked(client)).toMatchObject({ data });
    },
  );

  it('may lack a message and hold more than is known', async () => {
    const client = await answering('{"code":0,"data":[1],"traceId":"x"}');
    expect(await asked(client)).toMatchObject({ data: [1] });
  });

  it('needs no type of JSON', async () => {
    const client = await answering('{"code":0,"data":[1]}', 200, { 'Content-Type': 'text/plain' });
    expect(await asked(client)).toMatchObject({ data: [1] });
  });

  it('comes with its bytes as they came', async () => {
    const body = JSON.stringify({ code: 0, data: '远山投资集团' });
    expect((await asked(await answering(body))).body.toString()).toBe(body);
  });

  it('may come in pieces that part a character', async () => {
    const body = Buffer.from('{"code":0,"data":"远山"}');
    const client = clientOf(
      await serve((_request, response) => {
        response.write(body.subarray(0, 19));
        setTimeout(() => response.end(body.subarray(19)), 20);
      }),
    );
    expect(await asked(client)).toMatchObject({ data: '远山' });
  });
});

describe('a code other than 0', () => {
  it.each([404, 401, 500, 503, 1001, 200, -1])('%d is a failure with that status', async (code) => {
    const client = await answering(JSON.stringify({ code, data: [1], msg: 'no' }));
    await expect(asked(client)).rejects.toMatchObject({ kind: 'backendCode', status: code });
  });
});

describe('an article that the backend does not have', () => {
  it.each([
    ['null data', '{"code":0,"data":null,"msg":""}'],
    ['missing data', '{"code":0,"msg":""}'],
    ['code 404', '{"code":404,"data":null,"msg":"no"}'],
  ])('by %s is not there, and that is the word of the backend', async (_how, body) => {
    const failure = await (await answering(body))
      .get(paths.article, { id: 'x' }, 'zh')
      .catch((error) => error);
    expect(failure).toMatchObject({ kind: 'noArticle', status: 404 });
    expect(isDefiniteAnswer(failure)).toBe(true);
  });
});

const FAILURES: [name: string, kind: FailureKind, body: string, status?: number, type?: string][] = [
  ['null data', 'noData', '{"code":0,"data":null,"msg":""}'],
  ['missing data', 'noData', '{"code":0,"msg":""}'],
  ['an empty body', 'notJson', ''],
  ['cut JSON', 'notJson', '{"code":0,"data":['],
  ['HTML', 'notJson', '<!DOCTYPE html><title>Login</title>', 200, 'text/html'],
  ['HTML that says it is JSON', 'notJson', '<html></html>'],
  ['no code', 'notEnvelope', '{"data":[]}'],
  ['a code that is text', 'notEnvelope', '{"code":"0","data":[]}'],
  ['a code that is null', 'notEnvelope', '{"code":null,"data":[]}'],
  ['a broken code', 'notEnvelope', '{"code":0.5,"data":[]}'],
  ['a list', 'notEnvelope', '[]'],
  ['a text', 'notEnvelope', '"ok"'],
  ['a number', 'notEnvelope', '0'],
  ['null', 'notEnvelope', 'null'],
  ['status 404', 'badStatus', '{"code":0,"data":[]}', 404],
  ['status 401', 'badStatus', '{"code":0,"data":[]}', 401],
  ['status 500', 'badStatus', '{"code":0,"data":[]}', 500],
  ['status 503 in HTML', 'badStatus', '<h1>Bad gateway</h1>', 503, 'text/html'],
  ['status 304', 'badStatus', '', 304],
];

describe('an answer outside the contract', () => {
  it.each(FAILURES)('%s is %s', async (_name, kind, body, status = 200, type = 'application/json') => {
    const client = await answering(body, status, { 'Content-Type': type });
    await expect(asked(client)).rejects.toMatchObject({ kind, status: 500 });
  });

  it('names the path in its failure, for the log', async () => {
    await expect(asked(await answering('x'))).rejects.toThrow(paths.menu);
  });
});

describe('the size of an answer', () => {
  const sized = (bytes: number) => {
    const frame = '{"code":0,"data":""}'.length;
    return `{"code":0,"data":"${'a'.repeat(bytes - frame)}"}`;
  };

  it('may be the largest allowed', async () => {
    const client = await answering(sized(MAX_RESPONSE_BYTES));
    expect((await asked(client)).body.length).toBe(MAX_RESPONSE_BYTES);
  });

  it('may not be one byte more', async () => {
    const client = await answering(sized(MAX_RESPONSE_BYTES + 1));
    await expect(asked(client)).rejects.toMatchObject({ kind: 'tooLarge' });
  });

  it('is that after decompression', async () => {
    const packed = gzipSync(sized(MAX_RESPONSE_BYTES + 1));
    const client = await answering(packed, 200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
    await expect(asked(client)).rejects.toMatchObject({ kind: 'tooLarge' });
  });

  it('ends the reading where it is passed', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>();
    const client = clientOf(
      await serve((_request, response) => {
        response.on('close', resolve);
        const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more));
        more();
      }),
      30_000,
    );
    await expect(asked(client)).rejects.toMatchObject({ kind: 'tooLarge' });
    await hungUp;
  });
});

describe('a backend that is not there', () => {
  it('by silence is a timeout', async () => {
    const client = clientOf(await serve(() => undefined), SILENCE_MS);
    await expect(asked(client)).rejects.toMatchObject({ kind: 'timeout', status: 500 });
  });

  it('by silence in the middle of its answer is a timeout', async () => {
    const client = clientOf(
      await serve((_request, response) => void response.write('{"code":0,')),
      SILENCE_MS,
    );
    await expect(asked(client)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('by a dripping answer is a timeout', async () => {
    const client = clientOf(
      await serve((_request, response) => {
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      }),
      SILENCE_MS,
    );
    await expect(asked(client)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('by a refused connection is unreachable', async () => {
    const url = await serve(() => undefined);
    await Promise.all(servers.splice(0).map(close));
    await expect(asked(clientOf(url))).rejects.toMatchObject({ kind: 'unreachable', status: 500 });
  });

  it('by a cut connection is unreachable', async () => {
    const client = clientOf(await serve((request) => void request.socket.destroy()));
    await expect(asked(client)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('by a connection cut in the middle of its answer is unreachable', async () => {
    const client = clientOf(
      await serve((request, response) => {
        response.writeHead(200, { 'Content-Length': '100' }).write('{"code":0,');
        setTimeout(() => request.socket.destroy(), 20);
      }),
    );
    await expect(asked(client)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

type Seen = { url?: string; method?: string; headers: IncomingHttpHeaders };

/** A server that keeps what it was asked and answers with empty data. */
async function noting() {
  const seen: Seen[] = [];
  const url = await serve((request, response) => {
    seen.push({ url: request.url, method: request.method, headers: request.headers });
    response.end('{"code":0,"data":[]}');
  });
  return { url, seen };
}

describe('a call', () => {
  it.each(['zh', 'en'] as const)(
    'says the language of the page, %s, and sends the own headers',
    async (language) => {
      const { url, seen } = await noting();
      await clientOf(url).get(paths.group, { code: 'group' }, language);
      expect(seen).toMatchObject([
        { method: 'GET', headers: { 'accept-language': language, 'tenant-id': '7', 'x-api-key': 'secret' } },
      ]);
    },
  );

  it('leaves the language to the page, whatever the own headers say', async () => {
    const { url, seen } = await noting();
    const headers = { 'accept-language': 'fr', accept: 'text/html' };
    await createClient({ baseUrl: url, headers, timeoutMs: PATIENT_MS }).get(paths.group, {}, 'en');
    expect(seen[0]?.headers).toMatchObject({ 'accept-language': 'en', accept: 'application/json' });
  });

  it.each([
    [{}, ''],
    [{ pageNo: 1, pageSize: 10 }, '?pageNo=1&pageSize=10'],
    [{ keyword: '' }, '?keyword='],
    [{ columnCode: 'R&D 远山' }, '?columnCode=R%26D+%E8%BF%9C%E5%B1%B1'],
  ])('with %j asks for %j', async (query, expected) => {
    const { url, seen } = await noting();
    await clientOf(url).get(paths.articles, query, 'zh');
    expect(seen.map((call) => call.url)).toEqual([`${paths.articles}${expected}`]);
  });

  it.each(['', '/', '//', '/gateway/v1', '/gateway/v1/'])(
    'goes under the base with %j behind it',
    async (behind) => {
      const { url, seen } = await noting();
      const { api } = readConfig({ API_BASE_URL: `${url}${behind}` });
      await clientOf(api.baseUrl ?? '').get(paths.home, {}, 'zh');
      expect(seen.map((call) => call.url)).toEqual([`${behind.replace(/\/+$/u, '')}${paths.home}`]);
    },
  );
});

const redirectingTo = (url: string) =>
  serve((_request, response) => void response.writeHead(302, { Location: `${url}/elsewhere` }).end());

describe('a redirect', () => {
  it('of a content call is not followed, not even on the same host', async () => {
    const other = await noting();
    await expect(asked(clientOf(await redirectingTo(other.url)))).rejects.toMatchObject({
      kind: 'badStatus',
    });
    expect(other.seen).toEqual([]);
    const url = await serve((request, response) => {
      response.writeHead(request.url === '/there' ? 200 : 302, { Location: '/there' }).end('{"code":0}');
    });
    await expect(asked(clientOf(url))).rejects.toMatchObject({ kind: 'badStatus' });
  });
});
