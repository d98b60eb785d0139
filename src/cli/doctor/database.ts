import { sql } from 'kysely';
import type { Db } from '../../store/engine/database.ts';
import { askDatabase } from '../../store/engine/migrate.ts';
import { openPostgres } from '../../store/engine/postgres.ts';
import { migrations } from '../../store/migrations/index.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const WHAT = 'DATABASE_URL';
/** What each question may take, in milliseconds. */
const WAIT_MS = 5000;
/** A clock that is further from the database's, in seconds, is more likely wrong: captcha codes and sessions go by the machine's. */
const FAR_S = 120;

type Facts = { version: string; clock: number; mayCreate: boolean; closed: string | null };

/** Whether PostgreSQL answers, how fast, with which tables and what in them, and what time it has. Changes nothing. */
export async function checkDatabase(databaseUrl: string): Promise<Finding> {
  const db = openPostgres(databaseUrl, { waitMs: WAIT_MS });
  try {
    await askDatabase(db);
    const facts = await factsOf(db);
    if (facts.closed !== null) return fault(WHAT, `the role must not read and write ${facts.closed}`);
    const startedAt = performance.now();
    const taken = await sql<{ name: string }>`select name from kysely_migration`.execute(db).then(
      ({ rows }) => rows.map(({ name }) => name),
      (): string[] => [],
    );
    const answers = `answers in ${Math.round(performance.now() - startedAt)} ms`;
    const missing = Object.keys(migrations).filter((name) => !taken.includes(name));
    if (missing.length > 0) return warning(WHAT, `${answers}; the next start takes ${missing.join(', ')}`);
    const said = `PostgreSQL ${facts.version}, ${answers}; ${await countsOf(db)}`;
    if (!facts.mayCreate)
      return warning(WHAT, `${said}; the role must not create tables, which new versions do`);
    const apart = Math.round(Date.now() / 1000 - facts.clock);
    if (Math.abs(apart) < FAR_S) return ok(WHAT, said);
    return warning(WHAT, `${said}; this machine's clock is ${apart} s ahead of it`);
  } finally {
    await db.destroy();
  }
}

/** `closed`: the tables of the site that the role may not read or write. */
async function factsOf(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select current_setting('server_version') as version,
      extract(epoch from clock_timestamp())::float8 as clock,
      has_schema_privilege(current_schema(), 'create') as may_create,
      (select string_agg(relname, ', ' order by relname) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
          and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))) as closed
  `.execute(db);
  return rows[0] as Facts;
}

async function countsOf(db: Db): Promise<string> {
  const { rows } = await sql<{ applications: number; drafts: number }>`
    select (select count(*) from applications) as applications,
      (select count(*) from drafts where reference is null) as drafts
  `.execute(db);
  return `${rows[0]?.applications} applications, ${rows[0]?.drafts} open drafts`;
}
