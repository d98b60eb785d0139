import { callbackify } from 'node:util';
import { type SessionData, Store } from 'express-session';
import { daysAfter } from '../../../lib/days.ts';
import { DRAFT_DAYS } from '../../rules/limits.ts';
import { type Db, transactLazily } from '../engine/database.ts';

/** Smaller extensions of the expiry are not saved, to avoid a write per request. */
const TOUCH_THRESHOLD_MS = 3_600_000;

type Done = (error?: unknown) => void;

/** Stores express-session sessions. Expiry is by the local clock, because small differences do not matter. */
export class SessionStore extends Store {
  readonly #db: Db;
  readonly #isReadOnly: boolean;

  /** A read-only store ignores all writes, because GET requests must not change a session. */
  constructor(db: Db, { isReadOnly = false } = {}) {
    super();
    this.#db = db;
    this.#isReadOnly = isReadOnly;
  }

  override get(id: string, done: (error: unknown, session?: SessionData | null) => void): void {
    callbackify(() => this.#read(id))(done);
  }

  override set(id: string, session: SessionData, done?: Done): void {
    this.#write((tx) => {
      const row = { expiresAt: sessionExpiry(session), json: JSON.stringify(session) };
      return tx
        .insertInto('sessions')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
    }, done);
  }

  override destroy(id: string, done?: Done): void {
    this.#write((tx) => tx.deleteFrom('sessions').where('id', '=', id).execute(), done);
  }

  override touch(id: string, session: SessionData, done?: Done): void {
    this.#write((tx) => {
      const expiresAt = sessionExpiry(session);
      return tx
        .updateTable('sessions')
        .set({ expiresAt })
        .where('id', '=', id)
        .where('expiresAt', '<', expiresAt - TOUCH_THRESHOLD_MS)
        .execute();
    }, done);
  }

  #write(work: (tx: Db) => Promise<unknown>, done: Done = () => undefined): void {
    callbackify(async () => {
      // The commit of the draft, which follows, makes the session durable, too.
      if (!this.#isReadOnly) await transactLazily(this.#db, work);
    })(done);
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

function sessionExpiry({ cookie }: SessionData): number {
  const expires = cookie?.expires ? new Date(cookie.expires).getTime() : Number.NaN;
  return Number.isNaN(expires) ? daysAfter(Date.now(), DRAFT_DAYS) : expires;
}
