import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../../src/config/config.ts';
import { listen } from './listen.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const BUCKET = 'plinth-test';
const KEY = 'S3KEY';
const KEYS_IN_PAGE = 1000;

/** Answers in place of the store, or has it answer by `pass`. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;
export type S3Request = { method: string; url: string; headers: IncomingMessage['headers'] };

/** Names a real store in place of the fake: a JSON of `RealStore`, whose bucket is there and empty. */
export const REAL_STORE = 'PLINTH_TEST_S3';
export type RealStore = { endpoint: string; accessKeyId: string; secretAccessKey: string };

/** What answers behind the tests' own server, and its key. */
async function openStore() {
  const real = process.env[REAL_STORE];
  if (real !== undefined) {
    const { endpoint, ...key } = JSON.parse(real) as RealStore;
    return { answer: passedOnTo(endpoint), key, remove: async () => undefined };
  }
  const { path: folder, remove } = await temporaryFolder('s3');
  return { answer: storeIn(folder), key: { accessKeyId: KEY, secretAccessKey: KEY }, remove };
}

/** A store of one bucket in a folder. It checks the key and the hash of what it gets; requests without a key may do all. */
const storeIn =
  (folder: string): RequestListener =>
  async (asked, answer) => {
    const { pathname, searchParams } = new URL(asked.url ?? '', 'http://localhost');
    const [, bucket, ...names] = pathname.split('/').map(decodeURIComponent);
    const file = path.join(folder, encodeURIComponent(names.join('/')));
    const refuse = (status: number, code: string) =>
      void answer.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const body = await buffer(asked).catch(() => undefined);
    // The client has left in the middle.
    if (!body) return;
    const { authorization, 'x-amz-content-sha256': sha256 } = asked.headers;
    if (authorization?.includes(`Credential=${KEY}/`) === false) return refuse(403, 'InvalidAccessKeyId');
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
    if (names.join('') === '') return void answer.end(await listed(folder, searchParams));
    switch (asked.method) {
      case 'PUT': {
        if (sha256 !== createHash('sha256').update(body).digest('hex'))
          return refuse(400, 'XAmzContentSHA256Mismatch');
        // Two attempts of one PUT may overlap.
        const part = `${file}-${randomUUID()}.part`;
        await writeFile(part, body);
        await rename(part, file);
        return void answer.end();
      }
      case 'DELETE':
        await rm(file, { force: true });
        return void answer.writeHead(204).end();
      default: {
        const size = await stat(file).then(
          (found) => found.size,
          () => undefined,
        );
        if (size === undefined) return refuse(404, 'NoSuchKey');
        createReadStream(file).pipe(answer.writeHead(200, { 'content-length': size }));
      }
    }
  };

/** A page of the keys under a prefix without a slash behind it. */
async function listed(folder: string, asked: URLSearchParams): Promise<string> {
  const prefix = asked.get('prefix') ?? '';
  const after = asked.get('continuation-token') ?? '';
  const count = Number(asked.get('max-keys') ?? KEYS_IN_PAGE);
  const keys = (await readdir(folder))
    .filter((name) => !name.endsWith('.part'))
    .map(decodeURIComponent)
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/') && key > after)
    .sort();
  const page = keys.slice(0, count);
  const entries = page.map(async (key) => {
    // A file that is deleted meanwhile is listed all the same, as stores do.
    const changedAt = await stat(path.join(folder, encodeURIComponent(key))).then(
      ({ mtime }) => mtime,
      () => new Date(),
    );
    return `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified></Contents>`;
  });
  const isCut = keys.length > count;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = (await Promise.all(entries)).join('');
  return `<ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${isCut}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

/** Passes requests on as they are: the host that was asked is signed with them. */
const passedOnTo =
  (endpoint: string): RequestListener =>
  (asked, answer) => {
    const { hostname, port } = new URL(endpoint);
    const { method, url, headers } = asked;
    const passed = request({ hostname, port, method, path: url, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 0, answered.rawHeaders);
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  };

/** A store on loopback that does what it is told. The fake forgives much: tests compare bytes. */
export async function startFakeS3() {
  const { answer, key, remove } = await openStore();
  const requests: S3Request[] = [];
  let behaviour: Behaviour | undefined;
  const server = createServer((asked, response) => {
    const { method = '', url = '', headers } = asked;
    requests.push({ method, url, headers });
    const pass = () => void answer(asked, response);
    if (behaviour) behaviour(asked, response, pass);
    else pass();
  });
  const { origin, port, close } = await listen(server);

  return {
    port,
    requests,
    behave(next?: Behaviour): void {
      behaviour = next;
    },
    /** Settings of a site with this prefix. */
    settings: (prefix = ''): S3Settings => ({
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: origin,
      prefix,
      ...key,
    }),
    async close(): Promise<void> {
      await close();
      await remove();
    },
  };
}

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>;
