import type { Readable } from 'node:stream';
import { cleanFileName } from '../../application/file-names.ts';
import { fileProblem } from '../../application/problems.ts';
import type { Draft } from '../../store/drafts.ts';
import type { Scan } from '../../store/tables.ts';
import type { Services } from '../index.ts';
import { UPLOAD_WAIT_MS } from '../virus-scan/limits.ts';
import type { FormRequest } from './form-request.ts';
import { keepFile } from './keep-file.ts';
import { drained, type Measured, type Received, receiveFile } from './receive-file.ts';

export type FileIntake = ReturnType<typeof createFileIntake>;

/**
 * Takes the files of one POST into its draft, in their order, and notes in `form` what is wrong with which. `admit` gives the
 * draft, as soon as the POST may bring something to it: token and key of the form stand before the files.
 */
export function createFileIntake(
  { store, config, checkers, virusScan, metrics: { uploads } }: Services,
  form: FormRequest,
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

  async function judge(received: Received): Promise<void> {
    if ('refused' in received) {
      uploads.refused(received.refused);
      form.problems.push(fileProblem(received.refused, received.name));
      return;
    }
    if (!form.draft) return;
    const isLimited = config.rateLimitPerMinute > 0;
    const place = { store, draft: form.draft, isLimited, checkers, scan: scanInTime };
    const kept = await keepFile(place, received, occurrenceOf(received));
    if ('problem' in kept) {
      uploads.refused(kept.problem.code);
      form.problems.push(kept.problem);
    }
    if ('file' in kept) {
      uploads.happened('kept');
      form.kept += 1;
    }
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

  /** The disk's trouble, not the file's: the other files and the texts may still be kept. */
  function failed(name: string, error: unknown): void {
    uploads.happened('failed');
    form.trouble ??= error as Error;
    form.problems.push(fileProblem('fileNotUploaded', cleanFileName(name)));
  }

  /** Reads one file in; nothing of it where there is no draft to keep it in. Rejects where the line or the disk fails. */
  async function receive(name: string, stream: Readable): Promise<Received | undefined> {
    if (!form.trouble && (await admit())) return receiveFile(store, name, stream);
    await drained(stream);
    if (form.trouble) throw form.trouble;
    return undefined;
  }

  /** A repeat of what was sent needs no files; any other POST has to bring again what could not be kept. */
  function leftOut(name: string): void {
    if (form.receipt !== undefined) return;
    uploads.refused('fileNotUploaded');
    form.problems.push(fileProblem('fileNotUploaded', cleanFileName(name)));
  }

  /** Resolves when the file is judged; rejects where the line is cut. */
  async function take(name: string, stream: Readable): Promise<void> {
    uploads.happened('begun');
    const before = queue;
    const incoming = receive(name, stream);
    const taken = (async () => {
      // Judged one after another, so that they stand in the draft as they stood in the form.
      await Promise.allSettled([before, incoming]);
      try {
        const received = await incoming;
        if (received) await judge(received);
        else leftOut(name);
      } catch (error) {
        if (!stream.errored) return failed(name, error);
        uploads.happened('cut');
        throw error;
      }
    })();
    queue = taken.catch(() => undefined);
    await taken;
  }

  /** `settled` waits for the files that came in, also where the POST was cut. */
  return { take, settled: () => queue };
}
