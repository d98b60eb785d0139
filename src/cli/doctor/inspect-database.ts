import { openSqlite } from '../../lib/sqlite.ts';
import { migrations } from '../../store/migrations/index.ts';

type Row = Record<string, string | number | null>;

/**
 * Checks an existing database file, even while the site runs. Changes nothing. The first four lists are empty if the database is healthy.
 */
export function inspectDatabase(file: string) {
  const database = openSqlite(file);
  try {
    const rows = (sql: string): Row[] => database.prepare(sql).all() as Row[];
    // Checks that the database is writable.
    database.exec('begin immediate; rollback');
    const applied = rows('select name from kysely_migration').map(({ name }) => `${name}`);
    const steps = Object.keys(migrations);
    return {
      damages: rows('pragma integrity_check')
        .flatMap((row) => Object.values(row).map(String))
        .filter((line) => line !== 'ok'),
      strayRows: rows('pragma foreign_key_check').map(
        ({ table }) => `a row of ${table} has a dangling reference`,
      ),
      // Missing migrations run at the next start; unknown ones are from a newer version.
      missingSteps: steps.filter((step) => !applied.includes(step)),
      unknownSteps: applied.filter((step) => !steps.includes(step)),
      applications: Number(rows('select count(*) as count from applications')[0]?.count),
      drafts: Number(rows('select count(*) as count from drafts where reference is null')[0]?.count),
      applicationFiles: rows('select reference, name, stored_name from application_files').map((row) => ({
        reference: `${row.reference}`,
        name: `${row.name}`,
        storedName: `${row.stored_name}`,
      })),
    };
  } finally {
    database.close();
  }
}
