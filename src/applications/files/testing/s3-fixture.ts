import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Behaviour, FakeS3 } from '../../../../test/support/fake-s3.ts';
import { newFileName } from '../../../lib/identifiers.ts';
import { temporaryFolder } from '../../store/testing/index.ts';
import type { CallLimits, OnCall } from '../bucket.ts';
import { type FileStore, openFileStore } from '../file-store.ts';

export const QUICK_LIMITS: CallLimits = { stallTimeoutMs: 1000, callTimeoutMs: 5000, attempts: 3 };
/** Short limits for tests of a silent store. */
export const IMPATIENT_LIMITS: CallLimits = { stallTimeoutMs: 250, callTimeoutMs: 600, attempts: 2 };
/** Content larger than the buffers of a connection. */
export const LARGE_CONTENT = randomBytes(1024 * 1024);

/** Returns the names of all committed files. */
export async function listNames(uploads: FileStore, unchangedSince = Infinity): Promise<string[]> {
  const names: string[] = [];
  for await (const page of uploads.listUnchangedSince(unchangedSince)) names.push(...page);
  return names;
}

/** Opens a file store over the fake S3, with its own prefix and folder. */
export async function createS3Fixture(fake: FakeS3, prefix = `${newFileName()}/`, limits = QUICK_LIMITS) {
  const dataDir = await temporaryFolder();
  const uploads = await openFileStore(dataDir, fake.settings(prefix), limits);
  const calls: Parameters<OnCall>[] = [];
  uploads.observeCalls((...call) => calls.push(call));
  return {
    uploads,
    results: () => calls.map(([operation, result]) => `${operation} ${result}`),
    local: () => readdir(path.join(dataDir, 'uploads')),
    async incoming(bytes: Buffer) {
      const upload = await uploads.create();
      upload.stream.end(bytes);
      return upload;
    },
    stored: () => listNames(uploads),
  };
}

const drainRequest = (request: IncomingMessage, then: () => void) => void request.resume().once('end', then);

export const respondsWith =
  (status: number, code: string): Behaviour =>
  (request, response) =>
    drainRequest(request, () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`));

/** Closes the connection during the request body. */
export const cutsRequest: Behaviour = (request) => void request.once('data', () => request.socket.destroy());

export const neverResponds: Behaviour = (request) => void request.resume();

/** Sends half of the announced response body. */
export const cutsResponse: Behaviour = (request, response) =>
  drainRequest(request, () => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('half', () => response.destroy());
  });
