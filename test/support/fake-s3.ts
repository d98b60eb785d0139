import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import './single-des.ts';
import S3rver from 's3rver';
import type { S3Settings } from '../../src/store-settings.ts';
import { listen } from './listen.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const BUCKET = 'plinth-test';
/** The only key that s3rver knows. */
const KEY = 'S3RVER';

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
  const { path: directory, remove } = await temporaryFolder('s3');
  const store = new S3rver({
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
    vhostBuckets: false,
  });
  await store.configureBuckets();
  // Its log would take the failures of tests for its own.
  store.logger.exceptions.unhandle();
  return { answer: store.callback(), key: { accessKeyId: KEY, secretAccessKey: KEY }, remove };
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
