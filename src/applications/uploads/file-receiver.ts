import type { Readable } from 'node:stream';
import { hashContent } from '../../lib/files.ts';
import { cleanFileName, renameToType } from '../rules/file-types.ts';
import { type FileRefusal, fileProblem, type Problem } from '../rules/problems.ts';
import type { IncomingFile } from '../store/drafts/draft-files.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import {
  discardRest,
  findRefusal,
  receiveFile,
  storeFile,
  type UploadClient,
  type UploadServices,
} from './store-file.ts';

/** `failure` comes from the store or the disk. */
export type ReceivedFiles = { files: IncomingFile[]; problems: Problem[]; failure?: Error };

/** Receives the files of one POST one after another, in the order of the form. Discards them if `open` returns no draft. */
export function createFileReceiver(
  services: UploadServices,
  client: UploadClient,
  open: () => Promise<Draft | undefined>,
) {
  const files: IncomingFile[] = [];
  const problems: Problem[] = [];
  let failure: Error | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const refuse = (refusal: FileRefusal, name: string) => void problems.push(fileProblem(refusal, name));

  /** Stores a file, or refuses it after its last byte. */
  async function store(draft: Draft, name: string, stream: Readable): Promise<void> {
    const { drafts, fileStore } = services.store;
    const refusal = await findRefusal(services.store, draft, name);
    const received = refusal
      ? { ...(await hashContent(stream)), refusal }
      : await receiveFile(fileStore, stream);
    const result =
      'refusal' in received ? received.refusal : await storeFile(services, draft, name, received, { client });
    if ('file' in result) return void files.push(result.file);
    // A repeated POST may have stored the file already.
    const stored = (await drafts.files(draft.id)).find(
      ({ type, ...file }) => file.sha256 === received.sha256 && file.name === renameToType(name, type),
    );
    if (stored) files.push(stored);
    else refuse(result, name);
  }

  /** After a disk or store failure, earlier files and the values can still be stored. */
  async function recordFailure(name: string, stream: Readable, error: unknown): Promise<void> {
    await discardRest(stream).catch(() => undefined);
    const isTruncated = stream.errored !== null;
    services.metrics.uploads.inc({ event: isTruncated ? 'cut' : 'failed' });
    refuse({ code: 'fileNotUploaded' }, name);
    if (isTruncated) throw error;
    failure ??= error as Error;
  }

  /** Resolves when the file is stored or refused. Rejects if the connection is lost. */
  function add(sentName: string, stream: Readable): Promise<void> {
    services.metrics.uploads.inc({ event: 'begun' });
    const name = cleanFileName(sentName);
    // Opens the draft before later fields arrive, which must not change the result.
    const opening = open();
    opening.catch(() => undefined);
    const done = queue
      .then(async () => {
        // After a store failure, later files are only discarded.
        const draft = failure ? undefined : await opening;
        if (draft) return store(draft, name, stream);
        await discardRest(stream);
        refuse({ code: 'fileNotUploaded' }, name);
      })
      .catch((error: unknown) => recordFailure(name, stream, error));
    queue = done.catch(() => undefined);
    return done;
  }

  /** Resolves even if the POST was truncated. */
  const finish = (): Promise<ReceivedFiles> => queue.then(() => ({ files, problems, failure }));

  return { add, finish };
}
