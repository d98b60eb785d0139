import type { Readable } from 'node:stream';
import { cleanFileName } from '../application/file-names.ts';
import { type FileRefusal, fileProblem, type Problem } from '../application/problems.ts';
import type { UploadFigures } from '../metrics/upload-figures.ts';
import type { Draft } from '../store/drafts.ts';
import type { Store } from '../store/index.ts';
import type { Scan } from '../store/tables.ts';
import type { CheckerPool } from './checks/checker-pool.ts';
import { keepFile } from './keep-file.ts';
import { drained, type Measured, type Received, receiveFile } from './receive-file.ts';
import type { VirusScan } from './virus-scan/index.ts';

/** How long all files of one POST may wait for the scanner together, in milliseconds; what is not scanned by then is held. */
export const UPLOAD_WAIT_MS = 10_000;

type Dependencies = {
  store: Store;
  checkers: CheckerPool;
  virusScan: Pick<VirusScan, 'scanUpload'>;
  figures: UploadFigures;
  /** Whether what an address sends is counted. */
  isLimited: boolean;
};

/** The part of a POST's state that its files need and change. */
type Post = {
  draft?: Draft;
  receipt?: string;
  problems: Problem[];
  /** Files that the draft has now. */
  kept: number;
  failure?: Error;
};

export type FileIntake = ReturnType<typeof createFileIntake>;

/**
 * Takes the files of one POST into its draft, in their order, and notes in `post` what is wrong with which. `admit` gives the
 * draft, as soon as the POST may bring something to it: token and key of the form stand before the files.
 */
export function createFileIntake(
  { store, checkers, virusScan, figures, isLimited }: Dependencies,
  post: Post,
  admit: () => Promise<Draft | undefined>,
) {
  const seen = new Map<string, number>();
  let queue: Promise<unknown> = Promise.resolve();
  let scanWaitMs = UPLOAD_WAIT_MS;

  function occurrenceOf({ name, sha256 }: Measured): number {
    const key = `${sha256} ${name}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return occurrence;
  }

  function refuse(refusal: FileRefusal, name: string): void {
    figures.refused(refusal.code);
    post.problems.push(fileProblem(refusal, name));
  }

  async function judge(received: Received): Promise<void> {
    if ('refused' in received) return refuse({ code: received.refused }, received.name);
    if (!post.draft) return;
    if (post.failure) {
      // A store that has failed once is not waited for again.
      await store.uploads.discard(received.upload);
      throw post.failure;
    }
    const place = { store, draft: post.draft, isLimited, checkers, scan: scanInTime };
    const outcome = await keepFile(place, received, occurrenceOf(received));
    if (outcome === 'kept') {
      figures.happened('kept');
      post.kept += 1;
    } else if (outcome !== 'tooLate') refuse(outcome, received.name);
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

  /** The disk's failure, not the file's: the other files and the texts may still be kept. */
  function failed(name: string, error: unknown): void {
    figures.happened('failed');
    post.failure ??= error as Error;
    post.problems.push(fileProblem({ code: 'fileNotUploaded' }, cleanFileName(name)));
  }

  /** Reads one file in; nothing of it where there is no draft to keep it in. Rejects where the line or the disk fails. */
  async function receive(name: string, stream: Readable): Promise<Received | undefined> {
    if (!post.failure && (await admit())) return receiveFile(store, name, stream);
    await drained(stream);
    if (post.failure) throw post.failure;
    return undefined;
  }

  /** A repeat of a sent application needs no files; any other POST has to bring the file again. */
  function leftOut(name: string): void {
    if (post.receipt === undefined) refuse({ code: 'fileNotUploaded' }, cleanFileName(name));
  }

  /** Resolves when the file is judged; rejects where the line is cut. */
  function take(name: string, stream: Readable): Promise<void> {
    figures.happened('begun');
    const incoming = receive(name, stream);
    // Files are judged one after another, so that the draft keeps the order of the form.
    const taken = Promise.allSettled([queue, incoming]).then(async () => {
      try {
        const received = await incoming;
        if (received) await judge(received);
        else leftOut(name);
      } catch (error) {
        if (!stream.errored) return failed(name, error);
        figures.happened('cut');
        throw error;
      }
    });
    queue = taken.catch(() => undefined);
    return taken;
  }

  /** `settled` waits for the files that came in, also where the POST was cut. */
  return { take, settled: () => queue };
}
