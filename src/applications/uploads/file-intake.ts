import type { Readable } from 'node:stream';
import { cleanFileName } from '../rules/file-types.ts';
import { type FileRefusal, fileProblem, type Problem } from '../rules/problems.ts';
import type { IncomingFile } from '../store/drafts/draft-files.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import {
  drained,
  newScanBudget,
  type Received,
  receiveFile,
  storeFile,
  type UploadClient,
  type UploadServices,
} from './store-file.ts';

/** Stored files of a POST, problems of its other files, and a failure of the store or the disk. */
export type ReceivedFiles = { files: IncomingFile[]; problems: Problem[]; failure?: Error };

export type FileIntake = ReturnType<typeof createFileIntake>;

/**
 * Receives the files of one POST into its draft, one after another, so that the draft keeps the order of the form. `open` finds the
 * draft by the token and the key that precede the files in the body, and rejects if the draft cannot be found or begun.
 */
export function createFileIntake(
  services: UploadServices,
  client: UploadClient,
  open: () => Promise<Draft | undefined>,
) {
  const { store, metrics } = services;
  const files: IncomingFile[] = [];
  const problems: Problem[] = [];
  let failure: Error | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const scanBudget = newScanBudget();

  function refuse(refusal: FileRefusal, name: string): void {
    problems.push(fileProblem(refusal, name));
  }

  async function storeReceived(draft: Draft, received: Received): Promise<void> {
    const { name, sha256 } = received;
    if ('refused' in received) {
      // A repeated POST may have stored the file already.
      const stored = sha256 === undefined ? [] : await store.drafts.files(draft.id);
      const same = stored.find((file) => file.name === name && file.sha256 === sha256);
      return same ? void files.push(same) : refuse({ code: received.refused }, name);
    }
    const outcome = await storeFile(services, draft, received, { client, scanBudget });
    if (outcome === 'tooLate') files.push({ name, sha256: received.sha256 });
    else if ('file' in outcome) files.push(outcome.file);
    else refuse(outcome, name);
  }

  /** Receives one file, or discards it without a draft. Rejects if the connection, the store or the disk fails. */
  async function receive(name: string, stream: Readable, opening: Promise<Draft | undefined>): Promise<void> {
    // After a failure of the store, later files are only discarded.
    const draft = failure ? undefined : await opening;
    if (draft) return storeReceived(draft, await receiveFile(services, draft, name, stream, client.ip));
    await drained(stream);
    refuse({ code: 'fileNotUploaded' }, name);
  }

  /** Records a failure of the disk or the store, so that earlier files and the texts can still be stored. */
  async function noteFailure(name: string, stream: Readable, error: unknown): Promise<void> {
    await drained(stream).catch(() => undefined);
    const isCut = stream.errored !== null;
    metrics.uploads.inc({ event: isCut ? 'cut' : 'failed' });
    if (isCut) throw error;
    failure ??= error as Error;
    refuse({ code: 'fileNotUploaded' }, name);
  }

  /** Resolves when the file is stored or refused. Rejects if the connection is lost. */
  function add(sentName: string, stream: Readable): Promise<void> {
    metrics.uploads.inc({ event: 'begun' });
    const name = cleanFileName(sentName);
    // Opens the draft before later fields arrive, which must not change the result.
    const opening = open();
    opening.catch(() => undefined);
    const done = queue
      .then(() => receive(name, stream, opening))
      .catch((error: unknown) => noteFailure(name, stream, error));
    queue = done.catch(() => undefined);
    return done;
  }

  return {
    add,
    /** Waits for the files that arrived, even if the POST was truncated. */
    async settled(): Promise<ReceivedFiles> {
      await queue;
      return { files, problems, failure };
    },
  };
}
