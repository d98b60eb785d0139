import type { Readable } from 'node:stream';
import type { UploadMetrics } from '../../metrics/site-metrics.ts';
import type { IncomingFile } from '../../store/drafts/draft-files.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import type { Scan } from '../../store/engine/tables.ts';
import type { Store } from '../../store/index.ts';
import { cleanFileName } from '../rules/file-names.ts';
import { type AddressQuotas, MAX_FILE_BYTES } from '../rules/limits.ts';
import { type FileRefusal, fileProblem, type Problem } from '../rules/problems.ts';
import type { CheckerPool } from './checks/checker-pool.ts';
import { keepFile } from './keep-file.ts';
import { drained, type Received, receiveFile } from './receive-file.ts';
import { type Room, roomFor } from './upload-room.ts';
import type { VirusScan } from './virus-scan/index.ts';

/** How long all files of one POST may wait for the scanner together, in milliseconds; what is not scanned by then is held. */
export const UPLOAD_WAIT_MS = 10_000;

type Dependencies = {
  store: Store;
  checkers: CheckerPool;
  virusScan: Pick<VirusScan, 'scanUpload'>;
  metrics: UploadMetrics;
  quotas: AddressQuotas;
};

/** The valid files of a POST, the problems of the others, and the failure of the store or the disk, if any. */
export type TakenFiles = { files: IncomingFile[]; problems: Problem[]; failure?: Error };

/** The files of the POST before one: their number while they are not judged, and when they are. */
type Earlier = { count: number; judged: Promise<unknown> };

export type FileIntake = ReturnType<typeof createFileIntake>;

/**
 * Takes the files of one POST into its draft, in their order. `admit` returns the draft as soon as the POST may bring something to it:
 * token and key of the form stand before the files. It rejects if the draft cannot be found or begun.
 */
export function createFileIntake(
  { store, checkers, virusScan, metrics, quotas }: Dependencies,
  admit: () => Promise<Draft | undefined>,
) {
  const files: IncomingFile[] = [];
  const problems: Problem[] = [];
  let failure: Error | undefined;
  const seen = new Map<string, number>();
  let queue: Promise<unknown> = Promise.resolve();
  let unjudged = 0;
  let scanWaitMs = UPLOAD_WAIT_MS;

  function occurrenceOf({ name, sha256 }: Omit<IncomingFile, 'id'>): number {
    const key = `${sha256} ${name}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return occurrence;
  }

  function refuse(refusal: FileRefusal, name: string): void {
    problems.push(fileProblem(refusal, name));
  }

  /** A file that the draft takes no more but holds already: the same POST came again. */
  async function heldFile({ name, sha256 }: Omit<IncomingFile, 'id'>, draft: Draft) {
    const held = await store.drafts.files(draft.id);
    const same = held.filter((file) => file.name === name && file.sha256 === sha256);
    return same[occurrenceOf({ name, sha256 }) - 1];
  }

  async function judge(draft: Draft, received: Received): Promise<void> {
    if ('refused' in received) {
      const { name, sha256, refused } = received;
      const held = sha256 !== undefined && (await heldFile({ name, sha256 }, draft));
      return held ? void files.push(held) : refuse({ code: refused }, name);
    }
    if (failure) {
      // A store that has failed once is not waited for again.
      await store.uploads.discard(received.upload);
      throw failure;
    }
    const place = { store, draft, checkers, scan: scanInTime };
    const outcome = await keepFile(place, received, occurrenceOf(received));
    if (outcome === 'tooLate') files.push({ name: received.name, sha256: received.sha256 });
    else if ('file' in outcome) {
      metrics.uploads.inc({ event: 'kept' });
      files.push(outcome.file);
    } else refuse(outcome, received.name);
  }

  /** All files of a POST wait for the scanner no longer than `UPLOAD_WAIT_MS` together. */
  async function scanInTime(file: string): Promise<Scan> {
    const startedAt = performance.now();
    try {
      return await virusScan.scanUpload(file, scanWaitMs);
    } finally {
      scanWaitMs -= performance.now() - startedAt;
    }
  }

  /** A failure of disk or store, not of the file: what came before and the texts may still be kept. */
  function failed(name: string, error: unknown): void {
    metrics.uploads.inc({ event: 'failed' });
    failure ??= error as Error;
    problems.push(fileProblem({ code: 'fileNotUploaded' }, name));
  }

  /** Waits for the judgement of the files before this one only if they might leave it no room. */
  async function findRoom(draft: Draft, name: string, { count, judged }: Earlier): Promise<Room> {
    const room = await roomFor({ store, quotas }, draft, name);
    if (room.files > count && room.bytes >= (count + 1) * MAX_FILE_BYTES) return room;
    await judged;
    return roomFor({ store, quotas }, draft, name);
  }

  async function findPlace(name: string, earlier: Earlier) {
    if (failure) throw failure;
    const draft = await admit();
    return draft && { draft, room: await findRoom(draft, name, earlier) };
  }

  /** Reads one file in; nothing of it if there is no draft to keep it in. Rejects if the line, the store or the disk fails. */
  async function receive(name: string, stream: Readable, earlier: Earlier) {
    const place = await findPlace(name, earlier).catch(async (error: unknown) => {
      await drained(stream);
      throw error;
    });
    if (place) return { draft: place.draft, received: await receiveFile(store, name, stream, place.room) };
    await drained(stream);
    return undefined;
  }

  /** Resolves when the file is judged; rejects where the line is cut. */
  function take(sentName: string, stream: Readable): Promise<void> {
    metrics.uploads.inc({ event: 'begun' });
    const name = cleanFileName(sentName);
    const incoming = receive(name, stream, { count: unjudged, judged: queue });
    unjudged += 1;
    // Files are judged one after another, so that the draft keeps the order of the form.
    const taken = Promise.allSettled([queue, incoming]).then(async () => {
      try {
        const file = await incoming;
        if (file) await judge(file.draft, file.received);
        else refuse({ code: 'fileNotUploaded' }, name);
      } catch (error) {
        if (!stream.errored) return failed(name, error);
        metrics.uploads.inc({ event: 'cut' });
        throw error;
      }
    });
    queue = taken.catch(() => undefined).then(() => (unjudged -= 1));
    return taken;
  }

  /** Waits for the files that came in, also if the POST was cut. */
  async function settled(): Promise<TakenFiles> {
    await queue;
    return { files, problems, failure };
  }

  return { take, settled };
}
