import { migrations } from './migrations.ts';
import { openSqlite } from './sqlite.ts';

/** What a look at the database found; its first lists are empty where all is well. */
export type Inspected = {
  /** What SQLite says of damaged pages, and rows that point nowhere. */
  damages: string[];
  strayRows: string[];
  /** Steps of the tables that are still to be taken (a start takes them), and those that this version does not know. */
  missingSteps: string[];
  unknownSteps: string[];
  applications: number;
  drafts: number;
  applicationFiles: { reference: string; storedName: string }[];
};

type Row = Record<string, string | number | null>;

/** Looks at a database file that is there, also while the site runs. Nothing in it changes: what is begun is rolled back. */
export function inspectDatabase(file: string): Inspected {
  const database = openSqlite(file);
  try {
    const rows = (sql: string): Row[] => database.prepare(sql).all() as Row[];
    // Whether it can be written: the lock of a writer is taken, and given back.
    database.exec('begin immediate; rollback');
    const taken = rows('select name from kysely_migration').map(({ name }) => `${name}`);
    const steps = Object.keys(migrations);
    return {
      damages: rows('pragma integrity_check')
        .flatMap((row) => Object.values(row).map(String))
        .filter((line) => line !== 'ok'),
      strayRows: rows('pragma foreign_key_check').map(({ table }) => `a row of ${table} points nowhere`),
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
