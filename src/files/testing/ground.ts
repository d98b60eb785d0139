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
import { openS3Uploads } from '../s3-store.ts';

export const QUICK: Limits = { silenceMs: 1000, callMs: 5000, attempts: 3 };
/** As large as a file may be. */
export const LARGE = randomBytes(10 * 1024 * 1024);
const HALF = 64 * 1024;

export const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Uploads under a prefix of their own, in a folder of their own. */
export async function groundOf(fake: FakeS3, prefix = `${newFileName()}/`) {
  const dataDir = await temporaryFolder();
  const uploads = await openS3Uploads(dataDir, fake.settings(prefix), QUICK);
  const calls: Parameters<OnCall>[] = [];
  uploads.watch((...call) => calls.push(call));
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
      for await (const page of uploads.untouchedSince(Infinity)) names.push(...page);
      return names;
    },
  };
}

export async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Behaves so for the first requests, and then as a store does. */
export function first(count: number, behaviour: Behaviour): Behaviour {
  let number = 0;
  return (request, response, pass) => {
    number += 1;
    if (number > count) return pass();
    behaviour(request, response, pass);
  };
}

export const drained = (request: IncomingMessage, then: () => void) =>
  void request.resume().once('end', then);

export const answers =
  (status: number, code: string): Behaviour =>
  (request, response) =>
    drained(request, () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`));

/** Ends the connection when some of a request has come. */
export const cutsRequest: Behaviour = (request) => void request.once('data', () => request.socket.destroy());

export const silent: Behaviour = (request) => void request.resume();

/** Answers with half of what it promises. */
export const cutsAnswer: Behaviour = (request, response) =>
  drained(request, () => {
    response.writeHead(200, { 'content-length': 2 * HALF });
    response.write(Buffer.alloc(HALF), () => response.destroy());
  });
