import { openSqlite } from '../lib/sqlite.ts';
import { migrations } from '../store/migrations/index.ts';

type Row = Record<string, string | number | null>;

/**
 * Looks at a database file that is there, also while the site runs. Nothing in it changes: what is begun is rolled back. The
 * first four lists are empty where all is well.
 */
export function inspectDatabase(file: string) {
  const database = openSqlite(file);
  try {
    const rows = (sql: string): Row[] => database.prepare(sql).all() as Row[];
    // Whether it can be written: the lock of a writer is taken, and given back.
    database.exec('begin immediate; rollback');
    const taken = rows('select name from kysely_migration').map(({ name }) => `${name}`);
    const steps = Object.keys(migrations);
    return {
      // What SQLite says of damaged pages, and rows that point nowhere.
      damages: rows('pragma integrity_check')
        .flatMap((row) => Object.values(row).map(String))
        .filter((line) => line !== 'ok'),
      strayRows: rows('pragma foreign_key_check').map(({ table }) => `a row of ${table} points nowhere`),
      // Steps of the tables that are still to be taken (a start takes them), and those that this version does not know.
      missingSteps: steps.filter((step) => !taken.includes(step)),
      unknownSteps: taken.filter((step) => !steps.includes(step)),
      applications: Number(rows('select count(*) as count from applications')[0]?.count),
      drafts: Number(rows('select count(*) as count from drafts where reference is null')[0]?.count),
      applicationFiles: rows('select reference, stored_name from application_files').map((row) => ({
        reference: `${row.reference}`,
        storedName: `${row.stored_name}`,
      })),
    };
  } finally {
    database.close();
  }
}

export type Inspected = ReturnType<typeof inspectDatabase>;
