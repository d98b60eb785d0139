import type { Readable } from 'node:stream';
import { cleanFileName } from '../../application/file-names.ts';
import { fileProblem } from '../../application/problems.ts';
import type { Services } from '../index.ts';
import type { FormRequest } from './form-request.ts';
import { keepFile } from './keep-file.ts';
import { drained, type Measured, receiveFile } from './receive-file.ts';

export type FileIntake = ReturnType<typeof createFileIntake>;

/** Takes the files of one POST into its draft, in their order, and notes in `form` what is wrong with which. */
export function createFileIntake({ store, config }: Services, form: FormRequest) {
  const seen = new Map<string, number>();
  let queue = Promise.resolve();

  function occurrenceOf({ name, sha256 }: Measured): number {
    const key = `${sha256} ${name}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return occurrence;
  }

  async function judge(incoming: Measured): Promise<void> {
    if (!form.draft) return;
    const place = { store, draft: form.draft, isLimited: config.rateLimitPerMinute > 0 };
    const kept = await keepFile(place, incoming, occurrenceOf(incoming));
    if ('problem' in kept) form.problems.push(kept.problem);
    if ('file' in kept) form.kept += 1;
  }

  /** The disk's trouble, not the file's: the other files and the texts may still be kept. */
  function failed(name: string, error: unknown): void {
    form.trouble ??= error as Error;
    form.problems.push(fileProblem('fileNotUploaded', cleanFileName(name)));
  }

  /** Resolves when the next part of the POST may come; rejects where the line is cut. */
  async function take(name: string, stream: Readable): Promise<void> {
    if (!form.draft || form.trouble) {
      await drained(stream);
      return failed(name, form.trouble);
    }
    const received = await receiveFile(store, name, stream).catch((error: unknown) => {
      if (!isOfDisk(error)) throw error;
      failed(name, error);
    });
    if (!received) return;
    // Judged one after another, so that they stand in the draft as they stood in the form.
    queue = queue.then(async () => {
      if ('refused' in received) form.problems.push(fileProblem(received.refused, received.name));
      else await judge(received).catch((error: unknown) => failed(name, error));
    });
    await queue;
  }

  /** `settled` waits for the files that came in, also where the POST was cut. */
  return { take, settled: () => queue };
}

const isOfDisk = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.syscall !== undefined;
