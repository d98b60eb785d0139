import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite, type Sqlite, type SqliteValue } from './sqlite.ts';
import type { Answer, Ask, Asked, Failed, Opening, Told } from './sqlite-messages.ts';

/** The program of the thread that the database lives in: one question after another, each answered. */

const { file, lockWaitMs, blockingMs } = workerData as Opening;
const NOTHING: Answer = { rows: [] };

function open(): Sqlite {
  const database = openSqlite(file, lockWaitMs);
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
    database.exec(`pragma busy_timeout = ${blockingMs}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function query(database: Sqlite, sql: string, parameters: readonly unknown[]): Answer {
  const statement = database.prepare(sql);
  const values = parameters as SqliteValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { rows: [], changes, lastId: lastInsertRowid };
}

function begin(database: Sqlite): void {
  database.exec('pragma busy_timeout = 0');
  try {
    database.exec('begin immediate');
  } finally {
    database.exec(`pragma busy_timeout = ${blockingMs}`);
  }
}

function answer(database: Sqlite, ask: Ask): Answer {
  switch (ask.kind) {
    case 'query':
      return query(database, ask.sql, ask.parameters);
    case 'begin':
      begin(database);
      return NOTHING;
    case 'rollback':
      if (database.isTransaction) database.exec('rollback');
      return NOTHING;
    case 'close':
      database.close();
      return NOTHING;
  }
}

function failedBy(error: unknown): Failed {
  const { message, code, errcode, errstr } = error as Failed;
  return { message, code, errcode, errstr };
}

let database: Sqlite | undefined;
const tell = (told: Told) => parentPort?.postMessage(told);

parentPort?.on('message', ({ id, ask }: Asked) => {
  try {
    if (!database && ask.kind !== 'close') database = open();
    tell({ id, answer: database ? answer(database, ask) : NOTHING });
  } catch (error) {
    tell({ id, failed: failedBy(error) });
  }
  if (ask.kind === 'close') parentPort?.close();
});
