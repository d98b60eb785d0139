import { type SessionData, Store } from 'express-session';
import { SESSION_DAYS } from '../../form/rules/limits.ts';
import { daysAfter } from '../../lib/days.ts';
import type { Db } from '../engine/database.ts';
import { write } from '../engine/transaction.ts';

/** A session is written again for its expiry alone when that has moved by so much, in milliseconds. */
const TOUCH_AFTER_MS = 3_600_000;

type Done = (error?: unknown) => void;

/**
 * The sessions of express-session, in the database: all processes share them and restarts keep them. They end by the machine's own
 * clock, as their cookies do: two minutes of seven days are no matter.
 */
export class SessionStore extends Store {
  readonly #db: Db;

  constructor(db: Db) {
    super();
    this.#db = db;
  }

  override get(id: string, done: (error: unknown, session?: SessionData | null) => void): void {
    report(this.#read(id), done);
  }

  override set(id: string, session: SessionData, done?: Done): void {
    this.write((tx) => {
      const row = { expiresAt: expiryOf(session), json: JSON.stringify(session) };
      return tx
        .insertInto('sessions')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
    }, done);
  }

  override destroy(id: string, done?: Done): void {
    this.write((tx) => tx.deleteFrom('sessions').where('id', '=', id).execute(), done);
  }

  override touch(id: string, session: SessionData, done?: Done): void {
    this.write((tx) => {
      const expiresAt = expiryOf(session);
      return tx
        .updateTable('sessions')
        .set({ expiresAt })
        .where('id', '=', id)
        .where('expiresAt', '<', expiresAt - TOUCH_AFTER_MS)
        .execute();
    }, done);
  }

  protected write(work: (tx: Db) => Promise<unknown>, done: Done | undefined): void {
    report(write(this.#db, work), done);
  }

  async #read(id: string): Promise<SessionData | null> {
    const row = await this.#db
      .selectFrom('sessions')
      .select('json')
      .where('id', '=', id)
      .where('expiresAt', '>', Date.now())
      .executeTakeFirst();
    return row ? (JSON.parse(row.json) as SessionData) : null;
  }
}

/** The same sessions read-only: none is written, extended or ended. */
export class SeenSessions extends SessionStore {
  protected override write(_work: unknown, done: Done | undefined): void {
    report(Promise.resolve(), done);
  }
}

function expiryOf({ cookie }: SessionData): number {
  const expires = cookie?.expires ? new Date(cookie.expires).getTime() : Number.NaN;
  return Number.isNaN(expires) ? daysAfter(Date.now(), SESSION_DAYS) : expires;
}

/** Outside the promise, so that an exception of the callback does not become an unhandled rejection. */
function report<T>(work: Promise<T>, done: ((error: unknown, result?: T) => void) | undefined): void {
  work.then(
    (result) => done && setImmediate(done, null, result),
    (error: unknown) => done && setImmediate(done, error),
  );
}
