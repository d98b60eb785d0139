import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_FILE, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** Brings the tables in a folder up to date, and makes both where they are missing; nothing is left open. */
export async function prepareDatabase(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const db = openDatabase(path.join(dataDir, DATABASE_FILE));
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}
