import { sql } from 'kysely';
import { openPostgres } from '../../store/engine/postgres.ts';
import { askDatabase } from '../../store/migrate.ts';
import { migrations } from '../../store/migrations/index.ts';
import { type Finding, ok, warning } from './finding.ts';

const WHAT = 'DATABASE_URL';
/** What each question may take, in milliseconds. */
const WAIT_MS = 5000;
/** A clock that is further from the database's, in seconds, is more likely wrong: captcha codes and sessions go by the machine's. */
const FAR_S = 120;

type Facts = { version: string; applications: number; drafts: number; clock: number };

/** Whether PostgreSQL answers, how fast, with which tables and what in them, and what time it has. Changes nothing. */
export async function checkDatabase(databaseUrl: string): Promise<Finding> {
  const db = openPostgres(databaseUrl, { waitMs: WAIT_MS });
  try {
    await askDatabase(db);
    const startedAt = performance.now();
    const taken = await sql<{ name: string }>`select name from kysely_migration`
      .execute(db)
      .then(({ rows }) => rows.map(({ name }) => name))
      .catch((): string[] => []);
    const ms = Math.round(performance.now() - startedAt);
    const missing = Object.keys(migrations).filter((name) => !taken.includes(name));
    if (missing.length > 0)
      return warning(WHAT, `answers in ${ms} ms; the next start takes ${missing.join(', ')}`);
    const { rows } = await sql<Facts>`
      select current_setting('server_version') as version,
        (select count(*) from applications) as applications,
        (select count(*) from drafts where reference is null) as drafts,
        extract(epoch from clock_timestamp())::float8 as clock
    `.execute(db);
    return findingOf(rows[0] as Facts, ms);
  } finally {
    await db.destroy();
  }
}

function findingOf({ version, applications, drafts, clock }: Facts, ms: number): Finding {
  const said = `PostgreSQL ${version}, answers in ${ms} ms; ${applications} applications, ${drafts} open drafts`;
  const apart = Math.round(Date.now() / 1000 - clock);
  if (Math.abs(apart) < FAR_S) return ok(WHAT, said);
  return warning(WHAT, `${said}; this machine's clock is ${apart} s ahead of it`);
}
