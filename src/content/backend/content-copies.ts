import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { openSqlite } from '../../lib/files.ts';
import { onChange } from '../../lib/log.ts';

export const CONTENT_FILE = 'content.sqlite';

const MAX_CONTENT_BYTES = 512 * 1024 * 1024;

/** Estimated size of a row without its body. */
const ROW_OVERHEAD_BYTES = 500;

/** Number of trims per `maxBytes` written. Each trim removes the oldest copies. */
const TRIMS_PER_FILL = 64;

/** Short: SQLite blocks the main thread while it waits for a lock. */
const LOCK_WAIT_MS = 100;
const REOPEN_DELAY_MS = 10_000;

/** SQLite codes for a file that is not a database, is damaged, or has another schema (https://sqlite.org/rescode.html). */
const BROKEN_FILE_CODES = { error: 1, corrupt: 11, notADatabase: 26 };
const PRIMARY_CODE_MASK = 0xff;

/** `is_search` is unused. Earlier versions created the column. */
const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists answers (
    key text primary key, is_search integer not null, asked_at integer not null, bytes integer not null, body blob not null
  );
  create index if not exists answers_by_age on answers (is_search, asked_at, bytes);
`;

type ContentCopy = { body: Uint8Array; requestedAt: number };

/** Builds the cache namespace, so that no backend or tenant ever sees another's content. */
export function buildContentNamespace(source: string, headers: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return [source, ...lines.sort()];
}

type Options = {
  dataDir: string;
  namespace: readonly string[];
  log: Logger;
  maxBytes?: number;
};

/** Stores the backend's responses in one SQLite file over restarts. If the file is unusable, only the copies are lost. */
export function createContentCopies({ dataDir, namespace, log, maxBytes = MAX_CONTENT_BYTES }: Options) {
  const file = path.join(dataDir, CONTENT_FILE);
  const reportState = onChange((reason: string | undefined) => {
    if (reason === undefined) log.info('content is stored on disk');
    else log.warn({ file, reason }, 'content is not stored on disk');
  });
  let database: DatabaseSync | undefined;
  let isClosed = false;
  let reopenAt = 0;
  // Makes the first write trim the copies of earlier processes.
  let untrimmedBytes = maxBytes;

  /** Returns undefined if the file is unusable. Replaces a broken file immediately; reopens any other unusable file later. */
  function attempt<T>(work: (opened: DatabaseSync) => T): T | undefined {
    if (isClosed || (!database && Date.now() < reopenAt)) return undefined;
    try {
      if (!database) {
        database = openSqlite(file, LOCK_WAIT_MS);
        database.exec(SCHEMA);
      }
      return work(database);
    } catch (error) {
      reportState((error as Error).message);
      if (database?.isOpen) database.close();
      database = undefined;
      reopenAt = Date.now() + REOPEN_DELAY_MS;
      if (isBrokenFileError(error) && removeFile()) reopenAt = 0;
      return undefined;
    }
  }

  function removeFile(): boolean {
    try {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      return true;
    } catch {
      return false;
    }
  }

  /** Hashes the key: a search may contain personal data, and a header a password. */
  const hashKey = (key: string): string =>
    createHash('sha256')
      .update(JSON.stringify([...namespace, key]))
      .digest('base64url');

  function trim(opened: DatabaseSync, bytes: number): void {
    untrimmedBytes += bytes;
    if (untrimmedBytes < maxBytes / TRIMS_PER_FILL) return;
    untrimmedBytes = 0;
    opened
      .prepare(
        `delete from answers where asked_at <= (
           select max(asked_at) from (
             select asked_at, sum(bytes) over (order by asked_at desc) as total from answers
           ) where total > ?)`,
      )
      .run(maxBytes);
  }

  return {
    get: (key: string): ContentCopy | undefined =>
      attempt((opened) => {
        const row = opened.prepare('select body, asked_at from answers where key = ?').get(hashKey(key));
        return row && { body: row.body as Uint8Array, requestedAt: row.asked_at as number };
      }),

    put(key: string, { body, requestedAt }: ContentCopy): void {
      const bytes = body.length + ROW_OVERHEAD_BYTES;
      attempt((opened) => {
        opened
          .prepare(
            'insert or replace into answers (key, is_search, asked_at, bytes, body) values (?, 0, ?, ?, ?)',
          )
          .run(hashKey(key), requestedAt, bytes, body);
        trim(opened, bytes);
        reportState(undefined);
      });
    },

    remove(key: string): void {
      attempt((opened) => opened.prepare('delete from answers where key = ?').run(hashKey(key)));
    },

    close(): void {
      isClosed = true;
      if (database?.isOpen) database.close();
    },
  };
}

export type ContentCopies = ReturnType<typeof createContentCopies>;
export type Copies = Pick<ContentCopies, 'get' | 'put' | 'remove'>;

/** Stores nothing, for callers that need the backend's current response. */
export const noCopies: ContentCopies = {
  get: () => undefined,
  put: () => undefined,
  remove: () => undefined,
  close: () => undefined,
};

const isBrokenFileError = (error: unknown): boolean =>
  Object.values(BROKEN_FILE_CODES).includes(
    Number((error as { errcode?: number }).errcode) & PRIMARY_CODE_MASK,
  );
