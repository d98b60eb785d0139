import { sql } from 'kysely';
import { checkWritable } from '../../store/engine/migrate.ts';
import { openPostgres } from '../../store/engine/postgres.ts';
import { migrations } from '../../store/migrations/index.ts';
import { counted, error, ok, type Result, warning } from './finding.ts';

const QUERY_TIMEOUT_MS = 5000;
/** Captcha codes and sessions expire by this machine's clock. */
const MAX_CLOCK_DIFFERENCE_S = 120;

/** `forbiddenTables`: tables that the role cannot read and write. */
type Facts = { version: string; clock: number; mayCreate: boolean; forbiddenTables: string | null };

/** Checks privileges, migrations and clock. Writes nothing. */
export async function checkDatabase(databaseUrl: string): Promise<Result> {
  const db = openPostgres(databaseUrl, { waitMs: QUERY_TIMEOUT_MS });
  const query = async <Row>(text: string): Promise<Row[]> => (await sql.raw<Row>(text).execute(db)).rows;
  try {
    await checkWritable(db);
    const [facts] = (await query<Facts>(FACTS)) as [Facts];
    if (facts.forbiddenTables !== null)
      return error(`the role needs to read and write ${facts.forbiddenTables}`);
    const startedAt = performance.now();
    const done = await query<{ name: string }>('select name from kysely_migration').catch(() => []);
    const answers = `answers in ${Math.round(performance.now() - startedAt)} ms`;
    const missing = Object.keys(migrations).filter((name) => !done.some((one) => one.name === name));
    if (missing.length > 0)
      return warning(`${answers}; the next start runs the migrations ${missing.join(', ')}`);
    const [count] = await query<{ applications: number; drafts: number }>(COUNTS);
    const contents = `${counted(count?.applications ?? 0, 'application')}, ${counted(count?.drafts ?? 0, 'open draft')}`;
    const text = `PostgreSQL ${facts.version}, ${answers}; ${contents}`;
    if (!facts.mayCreate) return warning(`${text}; the role cannot create tables, which upgrades need`);
    const aheadS = Math.round(Date.now() / 1000 - facts.clock);
    if (Math.abs(aheadS) < MAX_CLOCK_DIFFERENCE_S) return ok(text);
    return warning(`${text}; the clock of this machine is ${aheadS} s ahead`);
  } finally {
    await db.destroy();
  }
}

const FACTS = `
  select current_setting('server_version') as version,
    extract(epoch from clock_timestamp())::float8 as clock,
    has_schema_privilege(current_schema(), 'create') as may_create,
    (select string_agg(relname, ', ' order by relname) from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))) as forbidden_tables`;

const COUNTS = `
  select (select count(*) from applications) as applications,
    (select count(*) from drafts where reference is null) as drafts`;
