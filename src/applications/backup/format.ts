import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import pLimit from 'p-limit';
import * as z from 'zod';
import { errorCodeOf } from '../../lib/files.ts';
import { readJson } from '../../lib/json.ts';
import { formatCount } from '../../lib/messages.ts';
import { SECRET_FILE } from '../store/data-folder.ts';
import { DATABASE_FILE, type Db } from '../store/engine/database.ts';
import type { Tables } from '../store/engine/tables.ts';
import type { StoreLocation } from '../store/index.ts';

/** `sessionSecret` is the value of SESSION_SECRET. With `showSecret`, a restore prints the backup's secret. */
export type BackupJob = {
  location: StoreLocation;
  sessionSecret?: string;
  folder: string;
  showSecret?: boolean;
};

/** Whether the site uses the secret in its data folder, because SESSION_SECRET is neither set nor required. */
export const hasOwnSecret = ({ location, sessionSecret }: BackupJob): boolean =>
  sessionSecret === undefined && location.databaseUrl === undefined && location.s3 === undefined;

export type ReportFailure = (message: string) => void;

export const MANIFEST_FILE = 'manifest.json';
export const UPLOAD_PATH = /^uploads\/[0-9a-f]{32}$/u;

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime({ offset: true }),
  applications: z.int().min(0),
  drafts: z.int().min(0),
  files: z.array(
    z.object({
      path: z.union([z.enum([DATABASE_FILE, SECRET_FILE]), z.string().regex(UPLOAD_PATH)]),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/u),
    }),
  ),
  /** Stored names of application files that were missing or damaged. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;

export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw errorCodeOf(error) === 'ENOENT'
      ? new Error(`${file} does not exist: name the folder of a backup`)
      : error;
  });
  const { data } = manifestSchema.safeParse(readJson(text));
  if (!data?.files.some(({ path: name }) => name === DATABASE_FILE))
    throw new Error(`${file} is not a backup that this version can read`);
  return data;
}

/** More than one hides the latency of S3 requests and fsync. */
const MAX_CONCURRENT_COPIES = 4;

/** After a failure it waits for the running calls, then rejects. */
export async function forEachFile<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  await pLimit(MAX_CONCURRENT_COPIES).map(items, async (item) => {
    if (failures.length === 0) await work(item).catch((error: unknown) => failures.push(error));
  });
  if (failures.length > 0) throw failures[0];
}

/** Limits memory use: draft rows may be large. */
const ROWS_PER_QUERY = 500;

/** Primary keys of the backed-up tables. Referenced tables come first. */
const primaryKeys = {
  applications: ['reference'],
  applicationFiles: ['id'],
  drafts: ['id'],
  draftFiles: ['id'],
  resumableUploads: ['id'],
  uploadChunks: ['uploadId', 'position'],
  deliveries: ['reference', 'channel'],
  sessions: ['id'],
  limits: ['key'],
} satisfies Record<Exclude<keyof Tables, 'announcements'>, string[]>;
export const tableNames = Object.keys(primaryKeys) as (keyof typeof primaryKeys)[];

/** A database with untyped tables. Both engines return only text, integers and null. */
type AnyTables = Kysely<Record<keyof Tables, Record<string, string | number | null>>>;

/** Copies all rows to empty tables by column name. Each database must be in a transaction or unused by other processes. */
export async function copyRows(from: Db, to: Db): Promise<void> {
  for (const name of tableNames) {
    for (let offset = 0; ; offset += ROWS_PER_QUERY) {
      const rows = await (from as unknown as AnyTables)
        .selectFrom(name)
        .selectAll()
        .orderBy(sql.join(primaryKeys[name].map((key) => sql.ref(key))))
        .limit(ROWS_PER_QUERY)
        .offset(offset)
        .execute();
      if (rows.length === 0) break;
      await (to as unknown as AnyTables).insertInto(name).values(rows).execute();
    }
  }
}

export async function withDatabase<T>(opened: Db | Promise<Db>, use: (db: Db) => Promise<T>): Promise<T> {
  const db = await opened;
  return use(db).finally(() => db.destroy());
}

/** Counts applications and open drafts. The row of a submitted draft stays for its receipt. */
export async function countRows(db: Db): Promise<{ applications: number; drafts: number }> {
  const count = ({ fn }: ExpressionBuilder<Tables, 'applications' | 'drafts'>) =>
    fn.countAll<number>().as('count');
  const drafts = db.selectFrom('drafts').select(count).where('reference', 'is', null);
  const [sent, open] = [
    await db.selectFrom('applications').select(count).executeTakeFirstOrThrow(),
    await drafts.executeTakeFirstOrThrow(),
  ];
  return { applications: sent.count, drafts: open.count };
}

/** Describes what a backup contains: `1 application, 2 drafts and 3 files`. */
export const summariseBackup = ({
  applications,
  drafts,
  files,
}: Pick<Manifest, 'applications' | 'drafts' | 'files'>): string => {
  const uploads = files.filter((file) => UPLOAD_PATH.test(file.path));
  return `${formatCount(applications, 'application')}, ${formatCount(drafts, 'draft')} and ${formatCount(uploads.length, 'file')}`;
};
