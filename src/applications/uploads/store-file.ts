import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { addressKeys } from '../../http/middleware/rate-limits.ts';
import type { Metrics } from '../../metrics/site-metrics.ts';
import type { FileStore, TemporaryFile } from '../files/file-store.ts';
import type { Quotas } from '../form/quotas.ts';
import { acceptedExtension, foreignFormatOf, renameToType } from '../rules/file-types.ts';
import { CLIENT_LIMITS, KILOBYTE, MAX_FILE_BYTES } from '../rules/limits.ts';
import type { FileRefusal } from '../rules/problems.ts';
import type { IncomingFile } from '../store/drafts/draft-files.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import type { ScanStatus } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import type { CheckerPool } from './checks/checker-pool.ts';
import type { VirusScan } from './virus-scan.ts';

const MAX_SCAN_WAIT_MS = 10_000;

/** Returns why a draft refuses a file with this name before it arrives. */
export async function findRefusal(
  store: Store,
  { id }: Draft,
  name: string,
): Promise<FileRefusal | undefined> {
  if (!acceptedExtension(name)) return { code: 'fileType', format: foreignFormatOf(name) };
  if (await store.drafts.isFull(id, name)) return { code: 'tooManyFiles' };
  return (await store.isFull()) ? { code: 'diskFull' } : undefined;
}

/** Not checked yet. `sha256` is hexadecimal. */
export type ReceivedFile = { bytes: number; sha256: string; temporary: TemporaryFile };

/** Reads a file to its end even if it is too large or the disk fails, because an unread part would block the whole request. */
export async function receiveFile(
  { create, discard }: Pick<FileStore, 'create' | 'discard'>,
  chunks: AsyncIterable<Buffer>,
): Promise<ReceivedFile> {
  const temporary = await create();
  const { stream } = temporary;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes <= MAX_FILE_BYTES && !stream.errored && !stream.write(chunk))
        await once(stream, 'drain').catch(() => undefined);
    }
    if (bytes <= MAX_FILE_BYTES) await finished(stream.end());
  } catch (error) {
    await discard(temporary);
    throw error;
  }
  return { bytes, sha256: hash.digest('hex'), temporary };
}

/** Returns false if a client's quotas are exhausted. */
export const takeBytes = (
  { store, quotas }: UploadServices,
  draft: Draft,
  ip: string | undefined,
  bytes: number,
): Promise<boolean> =>
  store.rateCounters.take(quotas.of('kilobytes', draft, ip, Math.ceil(bytes / KILOBYTE)), draft.createdAt);

/** Discards the rest of a stream. Rejects if it is truncated. */
export const discardRest = (stream: Readable): Promise<void> =>
  finished(stream.resume(), { writable: false });

export type UploadServices = {
  store: Store;
  checkers: Pick<CheckerPool, 'check'>;
  virusScan: Pick<VirusScan, 'scanUpload'>;
  metrics: Pick<Metrics, 'uploads'>;
  quotas: Pick<Quotas, 'of'>;
};

export type UploadClient = {
  ip: string | undefined;
  /** Keys of the address and its network. */
  addresses: readonly string[];
  signal: AbortSignal;
  /** Time that the request's files may still wait for the scanner. Files that are not scanned by then are held. */
  scanWaitMs: number;
};

export function uploadClientOf({ ip }: Pick<Request, 'ip'>, response: Response): UploadClient {
  const connection = new AbortController();
  response.once('close', () => connection.abort());
  return { ip, addresses: addressKeys(ip), signal: connection.signal, scanWaitMs: MAX_SCAN_WAIT_MS };
}

type Options = {
  client: UploadClient;
  /** Resumable upload of this file, whose bytes are already counted. */
  uploadId?: string;
};

/** The file has no `id` if its draft has been sent meanwhile. A later sweep removes stored files without a row. */
export async function storeFile(
  services: UploadServices,
  draft: Draft,
  sentName: string,
  received: ReceivedFile,
  options: Options,
): Promise<{ file: IncomingFile } | FileRefusal> {
  const { fileStore, drafts } = services.store;
  const { bytes, sha256, temporary } = received;
  try {
    const checked = await checkAndScan(services, draft, received, options);
    if ('code' in checked) return checked;
    const file = { ...checked, name: renameToType(sentName, checked.type), bytes, sha256 };
    const storedName = await fileStore.commit(temporary);
    const added = await drafts.addFile(
      draft.id,
      { ...file, storedName },
      { sentName, uploadId: options.uploadId },
    );
    if ('refused' in added || !added.isNew) await fileStore.remove(storedName);
    if ('refused' in added) return added.refused === 'notOpen' ? { file } : { code: added.refused };
    services.metrics.uploads.inc({ event: 'kept' });
    return added;
  } finally {
    await fileStore.discard(temporary).catch(() => undefined);
  }
}

async function checkAndScan(
  services: UploadServices,
  draft: Draft,
  { bytes, temporary: { path } }: ReceivedFile,
  { client, uploadId }: Options,
): Promise<FileRefusal | { type: string; scan: ScanStatus }> {
  if (uploadId === undefined && !(await takeBytes(services, draft, client.ip, bytes)))
    return { code: CLIENT_LIMITS.kilobytes.message };
  if (bytes === 0) return { code: 'fileEmpty' };
  if (bytes > MAX_FILE_BYTES) return { code: 'fileTooBig' };
  const clients = [draft.session ?? draft.id, ...client.addresses];
  const check = await services.checkers.check({ path, bytes }, clients, client.signal);
  if (!check.ok) return check;
  const startedAt = performance.now();
  const scan = await services.virusScan.scanUpload(path, client.scanWaitMs);
  client.scanWaitMs -= performance.now() - startedAt;
  return scan === 'infected' ? { code: 'fileVirus' } : { type: check.type, scan };
}
