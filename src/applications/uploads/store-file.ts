import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { addressKeys } from '../../http/middleware/limiters.ts';
import type { Metrics } from '../../metrics/site-metrics.ts';
import type { TemporaryFile } from '../files/file-store.ts';
import type { Quotas } from '../form/quotas.ts';
import { knownExtension } from '../rules/file-types.ts';
import { CLIENT_LIMITS, KILOBYTE, MAX_FILE_BYTES } from '../rules/limits.ts';
import type { FileCode, FileRefusal } from '../rules/problems.ts';
import { isDraftFull, type StoredFile } from '../store/drafts/draft-files.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import { isReplacedBy } from '../store/drafts/unsent-files.ts';
import type { ScanStatus } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import type { CheckerPool } from './checks/checker-pool.ts';
import type { VirusScan } from './virus-scan.ts';

const MAX_SCAN_WAIT_MS = 10_000;

/** Time that the files of one request may still wait for the scanner in total. Files that are not scanned by then are held. */
type ScanBudget = { leftMs: number };
export const newScanBudget = (): ScanBudget => ({ leftMs: MAX_SCAN_WAIT_MS });

/** Returns why a draft can take no other file, if it cannot. */
async function findRefusal(store: Store, { id }: Draft, name: string): Promise<FileCode | undefined> {
  const [files, unfinished] = await Promise.all([
    store.drafts.files(id),
    store.resumableUploads.unfinished(id),
  ]);
  const isReplaced = isReplacedBy(name);
  // A complete file replaces its unfinished upload.
  const held = [
    ...files.filter((file) => !isReplaced(file)),
    ...unfinished.filter((upload) => upload.name !== name),
  ];
  if (isDraftFull(held)) return 'tooManyFiles';
  return (await store.isFull()) ? 'diskFull' : undefined;
}

/** A received temporary file that is not checked yet, with a cleaned `name` and a hexadecimal `sha256`. */
export type Measured = { name: string; bytes: number; sha256: string; upload: TemporaryFile };
/** A refused file has a `sha256` if the draft may already contain the same file. */
export type Received = Measured | { name: string; refused: FileCode; sha256?: string };

/**
 * Writes a file to disk while it arrives, up to the maximum size. Discards the excess, so that later files arrive.
 * Removes the file and rejects if the connection is lost or the disk fails (the error of the disk has a `syscall`).
 */
export async function receiveFile(
  services: UploadServices,
  draft: Draft,
  name: string,
  stream: Readable,
  ip: string | undefined,
): Promise<Received> {
  const { store } = services;
  if (!knownExtension(name)) {
    await drained(stream);
    return { name, refused: 'fileType' };
  }
  const refused = await findRefusal(store, draft, name);
  if (refused) return { name, refused, sha256: (await pour(stream)).sha256 };
  const { uploads } = store;
  const upload = await uploads.create();
  const { bytes, sha256, isWithinQuota } = await pour(stream, upload.stream)
    .then(async (poured) => ({
      ...poured,
      isWithinQuota: await takeBytes(services, draft, ip, poured.bytes),
    }))
    .catch(async (error: unknown) => {
      await uploads.discard(upload);
      throw error;
    });
  if (bytes > 0 && bytes <= MAX_FILE_BYTES && isWithinQuota) return { name, bytes, sha256, upload };
  await uploads.discard(upload);
  if (!isWithinQuota) return { name, refused: CLIENT_LIMITS.kilobytes.message, sha256 };
  return { name, refused: bytes === 0 ? 'fileEmpty' : 'fileTooBig' };
}

/** Counts bytes that arrived against the quotas of a client. Returns false if they are exhausted. */
export const takeBytes = (
  { store, quotas }: UploadServices,
  draft: Draft,
  ip: string | undefined,
  bytes: number,
): Promise<boolean> =>
  store.rateCounters.take(quotas.of('kilobytes', draft, ip, Math.ceil(bytes / KILOBYTE)), draft.createdAt);

/** Reads a stream to its end, even after writing stops, because an unread part would block the whole request. */
export async function pour(
  from: AsyncIterable<Buffer>,
  to?: Writable,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of from) {
    bytes += chunk.length;
    if (bytes <= MAX_FILE_BYTES) hash.update(chunk);
    if (to && bytes <= MAX_FILE_BYTES && !to.errored && !to.write(chunk))
      await once(to, 'drain').catch(() => undefined);
  }
  if (to && bytes <= MAX_FILE_BYTES) {
    to.end();
    await finished(to);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Discards the rest of a stream. Rejects if it is truncated. */
export const drained = (stream: Readable): Promise<void> => finished(stream.resume(), { writable: false });

/** `tooLate` means that the draft has been sent. */
type StoreResult = { file: StoredFile } | 'tooLate' | FileRefusal;

/** Services that every upload uses. */
export type UploadServices = {
  store: Store;
  checkers: Pick<CheckerPool, 'check'>;
  virusScan: Pick<VirusScan, 'scanUpload'>;
  metrics: Pick<Metrics, 'uploads'>;
  quotas: Pick<Quotas, 'of'>;
};

/** `addresses` are the keys of the client's address and its network. `signal` is aborted when the connection closes. */
export type UploadClient = { ip: string | undefined; addresses: readonly string[]; signal: AbortSignal };

export function uploadClientOf({ ip }: Pick<Request, 'ip'>, response: Response): UploadClient {
  const connection = new AbortController();
  response.once('close', () => connection.abort());
  return { ip, addresses: addressKeys(ip), signal: connection.signal };
}

type Options = {
  client: UploadClient;
  scanBudget: ScanBudget;
  uploadId?: string;
};

/**
 * Checks and scans a file received by any kind of upload, and stores it in the draft or removes it. Rejects if the store fails. A
 * later sweep removes stored files without a row.
 */
export async function storeFile(
  services: UploadServices,
  draft: Draft,
  received: Measured,
  { client, scanBudget, uploadId }: Options,
): Promise<StoreResult> {
  const { uploads, drafts } = services.store;
  const { name, bytes, sha256, upload } = received;
  try {
    const clients = [draft.session ?? draft.id, ...client.addresses];
    const inspected = await inspect(services, received, { clients, signal: client.signal }, scanBudget);
    if ('code' in inspected) {
      await uploads.discard(upload);
      return inspected;
    }
    const storedName = await uploads.commit(upload);
    const file = { name, bytes, sha256, storedName, ...inspected };
    const added = await drafts.addFile(draft.id, file, { uploadId });
    if ('refused' in added || !added.isNew) await uploads.remove(storedName);
    if ('refused' in added) return added.refused === 'notOpen' ? 'tooLate' : { code: added.refused };
    services.metrics.uploads.inc({ event: 'kept' });
    return { file: added.file };
  } catch (error) {
    await uploads.discard(upload).catch(() => undefined);
    throw error;
  }
}

/** Returns the type and the scan result of an accepted file, or the reason why it is refused. */
async function inspect(
  { checkers, virusScan }: UploadServices,
  { name, bytes, upload: { path } }: Measured,
  { clients, signal }: { clients: readonly string[]; signal: AbortSignal },
  scanBudget: ScanBudget,
): Promise<FileRefusal | { type: string; scan: ScanStatus }> {
  const check = await checkers.check({ path, name, bytes }, clients, signal);
  if (!check.ok) return check;
  const startedAt = performance.now();
  const scan = await virusScan.scanUpload(path, scanBudget.leftMs);
  scanBudget.leftMs -= performance.now() - startedAt;
  return scan === 'infected' ? { code: 'fileVirus' } : { type: check.type, scan };
}
