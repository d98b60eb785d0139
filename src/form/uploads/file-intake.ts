import type { Readable } from 'node:stream';
import type { IncomingFile } from '../../store/drafts/draft-files.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import type { Quota } from '../../store/rate-counters.ts';
import { cleanFileName } from '../rules/file-types.ts';
import { MAX_FILE_BYTES } from '../rules/limits.ts';
import { type FileRefusal, fileProblem, type Problem } from '../rules/problems.ts';
import {
  drained,
  newScanBudget,
  type Received,
  type Room,
  receiveFile,
  roomFor,
  storeFile,
  type UploadServices,
} from './store-file.ts';

/** The stored files of a POST, the problems of the others, and the failure of the store or the disk, if any. */
export type ReceivedFiles = { files: IncomingFile[]; problems: Problem[]; failure?: Error };

/** Earlier files of the same POST: how many are unfinished, and a promise for their end. */
type Earlier = { count: number; finished: Promise<unknown> };

export type FileIntake = ReturnType<typeof createFileIntake>;

/**
 * Receives the files of one POST into its draft, in their order. `open` returns the draft, by the token and the key that precede the files in the
 * body. It rejects if the draft cannot be found or begun.
 */
export function createFileIntake(
  services: UploadServices,
  /** In kilobytes. */
  quotas: readonly Quota[],
  open: () => Promise<Draft | undefined>,
) {
  const { store, metrics } = services;
  const files: IncomingFile[] = [];
  const problems: Problem[] = [];
  let failure: Error | undefined;
  const seen = new Map<string, number>();
  let queue: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  const scanBudget = newScanBudget();

  function occurrenceOf({ name, sha256 }: Omit<IncomingFile, 'id'>): number {
    const key = `${sha256} ${name}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return occurrence;
  }

  function refuse(refusal: FileRefusal, name: string): void {
    problems.push(fileProblem(refusal, name));
  }

  /** Finds a refused file that the draft already holds because the same POST was repeated. */
  async function findStored({ name, sha256 }: Omit<IncomingFile, 'id'>, draft: Draft) {
    const stored = await store.drafts.files(draft.id);
    const same = stored.filter((file) => file.name === name && file.sha256 === sha256);
    return same[occurrenceOf({ name, sha256 }) - 1];
  }

  async function finish(draft: Draft, received: Received): Promise<void> {
    if ('refused' in received) {
      const { name, sha256, refused } = received;
      const stored = sha256 !== undefined && (await findStored({ name, sha256 }, draft));
      return stored ? void files.push(stored) : refuse({ code: refused }, name);
    }
    if (failure) {
      // A store that failed once is not retried.
      await store.uploads.discard(received.upload);
      throw failure;
    }
    const occurrence = occurrenceOf(received);
    const outcome = await storeFile(services, draft, received, { quotas, scanBudget, occurrence });
    if (outcome === 'tooLate') files.push({ name: received.name, sha256: received.sha256 });
    else if ('file' in outcome) files.push(outcome.file);
    else refuse(outcome, received.name);
  }

  /** The disk or the store failed: earlier files and the texts may still be stored. */
  function noteFailure(name: string, error: unknown): void {
    metrics.uploads.inc({ event: 'failed' });
    failure ??= error as Error;
    problems.push(fileProblem({ code: 'fileNotUploaded' }, name));
  }

  /** Waits for earlier files only if they could leave this one no room. */
  async function findRoom(draft: Draft, name: string, { count, finished }: Earlier): Promise<Room> {
    const room = await roomFor(store, draft, name);
    if (room.files > count && room.bytes >= (count + 1) * MAX_FILE_BYTES) return room;
    await finished;
    return roomFor(store, draft, name);
  }

  async function findPlace(name: string, earlier: Earlier) {
    if (failure) throw failure;
    const draft = await open();
    return draft && { draft, room: await findRoom(draft, name, earlier) };
  }

  /** Receives one file; discards it if there is no draft. Rejects if the connection, the store or the disk fails. */
  async function receive(name: string, stream: Readable, earlier: Earlier) {
    const place = await findPlace(name, earlier).catch(async (error: unknown) => {
      await drained(stream);
      throw error;
    });
    if (place) return { draft: place.draft, received: await receiveFile(store, name, stream, place.room) };
    await drained(stream);
    return undefined;
  }

  /** Resolves when the file is stored or refused; rejects if the connection is cut. */
  function add(sentName: string, stream: Readable): Promise<void> {
    metrics.uploads.inc({ event: 'begun' });
    const name = cleanFileName(sentName);
    const incoming = receive(name, stream, { count: unfinished, finished: queue });
    unfinished += 1;
    // Files are stored one after another, so that the draft keeps the order of the form.
    const done = Promise.allSettled([queue, incoming]).then(async () => {
      try {
        const file = await incoming;
        if (file) await finish(file.draft, file.received);
        else refuse({ code: 'fileNotUploaded' }, name);
      } catch (error) {
        if (!stream.errored) return noteFailure(name, error);
        metrics.uploads.inc({ event: 'cut' });
        throw error;
      }
    });
    queue = done.catch(() => undefined).then(() => (unfinished -= 1));
    return done;
  }

  /** Waits for the files that arrived, also if the POST was cut. */
  async function settled(): Promise<ReceivedFiles> {
    await queue;
    return { files, problems, failure };
  }

  return { add, settled };
}
