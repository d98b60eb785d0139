import type { Readable } from 'node:stream';
import type { OnCall } from './bucket.ts';
import type { StoredUpload } from './incoming-files.ts';

export type { StoredUpload } from './incoming-files.ts';

/** The files that visitors sent, each under a name of the site's own; in a folder, or in an S3-compatible store. */
export type Uploads = {
  /** Whether this machine's disk has too little space left to take files. */
  isDiskFull(minFreeBytes?: number): Promise<boolean>;

  /** A new temporary file on this machine. The caller ends it by `commit` or `discard`. */
  create(): Promise<StoredUpload>;

  /**
   * Ends the file, waits until it is kept under its stored name and gives this name. Throws where a byte could not be written
   * or the stream was cut off: then `discard` it.
   */
  commit(upload: StoredUpload): Promise<string>;

  /** Removes a temporary file, in whatever state it is. */
  discard(upload: StoredUpload): Promise<void>;

  /** The bytes of a committed file; rejects where it is missing (the error's `code` is ENOENT), fails where bytes are lacking. */
  open(storedName: string): Promise<Readable>;

  /** Removes a file by its stored name; one that is gone already is no failure. */
  remove(storedName: string): Promise<void>;

  /** The stored names of files that were last written before a time in milliseconds, some hundreds at a time. */
  untouchedSince(time: number): AsyncIterable<string[]>;

  /** Removes temporary files of this machine that were last written before a time in milliseconds; gives their number. */
  removeIncoming(time: number): Promise<number>;

  /** Rejects where files cannot be kept now. */
  ask(): Promise<void>;

  /** Has the calls of the store told from now on; a folder needs none. */
  watch(onCall: OnCall): void;
};
