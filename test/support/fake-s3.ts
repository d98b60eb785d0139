import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../../src/config/config.ts';
import { listen } from './listen.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const BUCKET = 'plinth-test';
const KEY = 'S3KEY';
const KEYS_IN_PAGE = 1000;

/** Responds instead of the store. `pass` lets the store respond. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;
type S3Request = { method: string; url: string; headers: IncomingMessage['headers'] };

/** Store of one bucket in a folder. Checks access key and content hash, but allows anonymous requests. */
const storeIn =
  (folder: string): RequestListener =>
  async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, bucket, ...names] = pathname.split('/').map(decodeURIComponent);
    const file = path.join(folder, encodeURIComponent(names.join('/')));
    const refuse = (status: number, code: string) =>
      void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const body = await buffer(request).catch(() => undefined);
    // The client has closed the connection.
    if (!body) return;
    const { authorization, 'x-amz-content-sha256': sha256 } = request.headers;
    if (authorization?.includes(`Credential=${KEY}/`) === false) return refuse(403, 'InvalidAccessKeyId');
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
    if (names.join('') === '') return void response.end(await listKeys(folder, searchParams));
    switch (request.method) {
      case 'PUT': {
        if (sha256 !== createHash('sha256').update(body).digest('hex'))
          return refuse(400, 'XAmzContentSHA256Mismatch');
        // Uses a temporary file, because two attempts of one PUT may overlap.
        const part = `${file}-${randomUUID()}.part`;
        await writeFile(part, body);
        await rename(part, file);
        return void response.end();
      }
      case 'DELETE':
        await rm(file, { force: true });
        return void response.writeHead(204).end();
      default: {
        const size = await stat(file).then(
          (found) => found.size,
          () => undefined,
        );
        if (size === undefined) return refuse(404, 'NoSuchKey');
        createReadStream(file).pipe(response.writeHead(200, { 'content-length': size }));
      }
    }
  };

/** Returns a page of the keys directly under a prefix. */
async function listKeys(folder: string, query: URLSearchParams): Promise<string> {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const count = Number(query.get('max-keys') ?? KEYS_IN_PAGE);
  const keys = (await readdir(folder))
    .filter((name) => !name.endsWith('.part'))
    .map(decodeURIComponent)
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/') && key > after)
    .sort();
  const page = keys.slice(0, count);
  const entries = page.map(async (key) => {
    // Lists a file that is deleted during the request, like real stores.
    const changedAt = await stat(path.join(folder, encodeURIComponent(key))).then(
      ({ mtime }) => mtime,
      () => new Date(),
    );
    return `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified></Contents>`;
  });
  const isTruncated = keys.length > count;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = (await Promise.all(entries)).join('');
  return `<ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${isTruncated}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

/** Starts an S3 store on loopback with configurable failures. The fake does not verify signatures. */
export async function startFakeS3() {
  const { path: folder, remove } = await temporaryFolder('s3');
  const respond = storeIn(folder);
  const requests: S3Request[] = [];
  let behaviour: Behaviour | undefined;
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    requests.push({ method, url, headers });
    const pass = () => void respond(incoming, response);
    if (behaviour) behaviour(incoming, response, pass);
    else pass();
  });
  const { origin, port, close } = await listen(server);

  return {
    port,
    requests,
    behave(next?: Behaviour): void {
      behaviour = next;
    },
    /** Returns the settings of a site whose keys have this prefix. */
    settings: (prefix = ''): S3Settings => ({
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: origin,
      prefix,
      pathStyle: true,
      accessKeyId: KEY,
      secretAccessKey: KEY,
    }),
    async close(): Promise<void> {
      await close();
      await remove();
    },
  };
}

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>;
