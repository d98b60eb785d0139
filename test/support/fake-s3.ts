import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { S3Settings } from '../../src/store-settings.ts';
import { listen } from './listen.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const BUCKET = 'plinth-test';
/** The only key that s3rver knows. */
const KEY = 'S3RVER';

/** Answers in place of the store, or has it answer by `pass`. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;
export type S3Request = { method: string; url: string; headers: IncomingMessage['headers'] };

/** A store on loopback that forgives much: tests compare bytes. */
export async function startFakeS3() {
  const folder = await temporaryFolder('s3');
  const store = new S3rver({
    directory: folder.path,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
    vhostBuckets: false,
  });
  await store.configureBuckets();
  // Its log would take the failures of tests for its own.
  store.logger.exceptions.unhandle();
  const answer = store.callback();
  const requests: S3Request[] = [];
  let behaviour: Behaviour | undefined;
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    const pass = () => void answer(request, response);
    if (behaviour) behaviour(request, response, pass);
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
      accessKeyId: KEY,
      secretAccessKey: KEY,
    }),
    async close(): Promise<void> {
      await close();
      await folder.remove();
    },
  };
}

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>;

/** One store for all tests of a file; each begins with one that behaves. */
export function fakeS3ForFile(): () => FakeS3 {
  let fake: FakeS3 | undefined;
  beforeAll(async () => {
    fake = await startFakeS3();
  });
  afterEach(() => {
    fake?.behave();
    fake?.requests.splice(0);
  });
  afterAll(() => fake?.close());
  return () => {
    if (!fake) throw new Error('the store has not started');
    return fake;
  };
}
