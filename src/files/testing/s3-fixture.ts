import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Behaviour, FakeS3 } from '../../../test/support/fake-s3.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { temporaryFolder } from '../../store/testing/index.ts';
import type { Limits, OnCall } from '../bucket.ts';
import { openFileStore } from '../file-store.ts';

export const QUICK: Limits = { silenceMs: 1000, callMs: 5000, attempts: 3 };
/** The maximum size of a file. */
export const LARGE = randomBytes(10 * 1024 * 1024);
const HALF = 64 * 1024;

export const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A file store over the fake S3, with its own prefix and folder. */
export async function s3Fixture(fake: FakeS3, prefix = `${newFileName()}/`) {
  const dataDir = await temporaryFolder();
  const uploads = await openFileStore(dataDir, fake.settings(prefix), QUICK);
  const calls: Parameters<OnCall>[] = [];
  uploads.observeCalls((...call) => calls.push(call));
  return {
    uploads,
    results: () => calls.map(([operation, result]) => `${operation} ${result}`),
    local: () => readdir(path.join(dataDir, 'uploads')),
    async incoming(bytes: Buffer) {
      const upload = await uploads.create();
      await pipeline(Readable.from([bytes]), upload.stream);
      return upload;
    },
    async stored(): Promise<string[]> {
      const names: string[] = [];
      for await (const page of uploads.unchangedSince(Infinity)) names.push(...page);
      return names;
    },
  };
}

export async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Applies a behaviour to the first requests; later ones succeed. */
export function first(count: number, behaviour: Behaviour): Behaviour {
  let number = 0;
  return (request, response, pass) => {
    number += 1;
    if (number > count) return pass();
    behaviour(request, response, pass);
  };
}

const drained = (request: IncomingMessage, then: () => void) => void request.resume().once('end', then);

export const respondsWith =
  (status: number, code: string): Behaviour =>
  (request, response) =>
    drained(request, () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`));

/** Closes the connection during the request body. */
export const cutsRequest: Behaviour = (request) => void request.once('data', () => request.socket.destroy());

export const silent: Behaviour = (request) => void request.resume();

/** Sends half of the announced response body. */
export const cutsResponse: Behaviour = (request, response) =>
  drained(request, () => {
    response.writeHead(200, { 'content-length': 2 * HALF });
    response.write(Buffer.alloc(HALF), () => response.destroy());
  });
