import type { ExpressionBuilder } from 'kysely';
import type { Language } from '../../../i18n/languages.ts';
import { daysAfter, daysBefore } from '../../../lib/days.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import { type TextField, textFields, type Values } from '../../rules/fields.ts';
import { DRAFT_DAYS, MAX_DRAFT_AGE_DAYS, MAX_TEXT_BYTES } from '../../rules/limits.ts';
import type { Clock } from '../engine/clock.ts';
import { type Db, transact, write } from '../engine/database.ts';
import { type DraftRow, parseFields, type Tables } from '../engine/tables.ts';
import { countQuotas, incrementCounter, type Quota, releaseQuotas, takeQuotas } from '../rate-counters.ts';
import { deleteDrafts, type RemoveFiles } from './unsent-files.ts';

/** `fields` is JSON, which `parseFields` reads. */
export type Draft = DraftRow;
type NewDraft = {
  language: Language;
  addressHash: string;
  session?: string;
  submitKey?: string;
  quotas?: readonly Quota[];
};

/** A captcha code, which is sealed in the form. */
export type Code = { id: string; captcha: string; expiresAt: number };

type CaptchaAnswer = {
  /** Compares the answer without side effects. Called with undefined if the code is invalid, expired or used. */
  isRight: (captcha: string | undefined) => boolean;
  /** Undefined if the form had no code or an invalid one. */
  code?: Code;
  /** Quotas of wrong answers. */
  quotas?: readonly Quota[];
};

/** `expired`: the form had no valid code. `tooOften`: a quota is exhausted, so the answer was not checked. */
export type CaptchaVerdict = 'right' | 'wrong' | 'expired' | 'tooOften';

/** Every change first locks the draft row, by updating it or with `lockDraft`, which serialises the changes of one draft. */
export const createDrafts = (db: Db, clock: Clock, removeFiles: RemoveFiles) => ({
  /** Creates a draft. Returns undefined if another draft has the key or a quota is exhausted. */
  create: (
    { language, addressHash, session, submitKey = newIdentifier(), quotas = [] }: NewDraft,
    now = clock.now(),
  ): Promise<Draft | undefined> =>
    transact(db, async (tx) => {
      if (await takeQuotas(tx, quotas, now)) return undefined;
      return tx
        .insertInto('drafts')
        .values({
          id: newIdentifier(),
          language,
          createdAt: now,
          updatedAt: now,
          addressHash,
          submitKey,
          session,
          fields: '{}',
        })
        .onConflict((conflict) => conflict.column('submitKey').doNothing())
        .returningAll()
        .executeTakeFirst();
    }),

  get: (id: string): Promise<Draft | undefined> =>
    db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Returns a form's draft until it is swept, even if it was submitted or has expired. */
  byKey: (submitKey: string): Promise<Draft | undefined> =>
    db.selectFrom('drafts').selectAll().where('submitKey', '=', submitKey).executeTakeFirst(),

  /** Returns a session's most recently changed unsubmitted draft. */
  latestOf: (session: string, now = clock.now()): Promise<Draft | undefined> =>
    db
      .selectFrom('drafts')
      .selectAll()
      .where('session', '=', session)
      .where('reference', 'is', null)
      .where((eb) => eb.not(isExpired(now)(eb)))
      .orderBy('updatedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async fields(id: string): Promise<Partial<Values>> {
    const row = await db.selectFrom('drafts').select('fields').where('id', '=', id).executeTakeFirst();
    return row ? parseFields(row.fields) : {};
  },

  /** Saves fields if the draft is open. Returns those beyond `MAX_TEXT_BYTES`, longest first. Quotas count, but never refuse. */
  saveFields: (
    id: string,
    values: Partial<Values>,
    now = clock.now(),
    quotas: readonly Quota[] = [],
  ): Promise<TextField[]> =>
    transact(db, async (tx) => {
      await countQuotas(tx, quotas, now);
      const draft = await lockDraft(tx, id);
      if (draft?.reference !== null) return [];
      const saved = parseFields(draft.fields);
      const tooLong = fieldsOverLimit(saved, values);
      const short = textFields.filter((name) => values[name] !== undefined && !tooLong.includes(name));
      const changes = Object.fromEntries(short.map((name) => [name, values[name]]));
      const fields = JSON.stringify({ ...saved, ...changes });
      await tx.updateTable('drafts').set({ fields, updatedAt: now }).where('id', '=', id).execute();
      return tooLong;
    }),

  /** Removes an open draft with its files and uploads. Returns the counts of removed drafts, and of removed and remaining files. */
  async remove(id: string): Promise<{ drafts: number; files: number; failed: number }> {
    const { drafts, files } = await transact(db, async (tx) => {
      const draft = await lockDraft(tx, id);
      return deleteDrafts(tx, draft?.reference === null ? [draft] : []);
    });
    const removed = await removeFiles(files);
    return { drafts, files: removed, failed: files.length - removed };
  },

  /** Counts, then checks in one transaction, so that concurrent answers use no code twice and exceed no limit. */
  answerCaptcha: (
    id: string,
    { code: sent, isRight, quotas = [] }: CaptchaAnswer,
    now = clock.now(),
  ): Promise<CaptchaVerdict> =>
    transact(db, async (tx) => {
      const draft = await lockDraft(tx, id);
      if (!draft) return 'expired';
      if (draft.captchaSolvedAt !== null) return 'right';
      if (await takeQuotas(tx, quotas, now, draft.createdAt)) return 'tooOften';
      const code = await consumeCode(tx, sent, now);
      if (!isRight(code?.captcha)) return code ? 'wrong' : 'expired';
      await tx.updateTable('drafts').set({ captchaSolvedAt: now }).where('id', '=', id).execute();
      await releaseQuotas(tx, quotas);
      return 'right';
    }),

  /** Sets the draft's language, which becomes the application's. */
  async setLanguage(id: string, language: Language): Promise<void> {
    await write(db, (tx) => changeOpenDraft(tx, id, { language }));
  },
});

/** Returns the time when an unsubmitted draft expires without further use. */
export const expiryOf = ({ createdAt, updatedAt }: Pick<Draft, 'createdAt' | 'updatedAt'>): number =>
  Math.min(daysAfter(updatedAt, DRAFT_DAYS), daysAfter(createdAt, MAX_DRAFT_AGE_DAYS));

/** Builds the query condition equivalent to `expiryOf`. A submitted draft expires only by its last use. */
export const isExpired = (now: number) => (eb: ExpressionBuilder<Tables, 'drafts'>) =>
  eb.or([
    eb('updatedAt', '<', daysBefore(now, DRAFT_DAYS)),
    eb.and([eb('reference', 'is', null), eb('createdAt', '<', daysBefore(now, MAX_DRAFT_AGE_DAYS))]),
  ]);

/** Updates and locks an open draft. Returns false if it was submitted or does not exist. */
export async function changeOpenDraft(tx: Db, id: string, changes: Partial<Draft>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('drafts')
    .set(changes)
    .where('id', '=', id)
    .where('reference', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const lockDraft = (tx: Db, id: string): Promise<Draft | undefined> =>
  tx.selectFrom('drafts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const countBytes = (text = ''): number => Buffer.byteLength(text);

/** Returns the longest new fields that must be omitted to stay within the limit. */
function fieldsOverLimit(saved: Partial<Values>, fresh: Partial<Values>): TextField[] {
  const growth = (name: TextField) => countBytes(fresh[name]) - countBytes(saved[name]);
  const left = textFields.filter((name) => fresh[name] !== undefined);
  left.sort((one, other) => countBytes(fresh[one]) - countBytes(fresh[other]));
  let bytes = Object.values(saved).reduce((sum, text) => sum + countBytes(text), 0);
  for (const name of left) bytes += growth(name);
  const tooLong: TextField[] = [];
  while (bytes > MAX_TEXT_BYTES && left.length > 0) {
    const longest = left.pop() as TextField;
    tooLong.push(longest);
    bytes -= growth(longest);
  }
  return tooLong;
}

/** Marks a code as used. Returns undefined if it has expired or was used before. */
async function consumeCode(tx: Db, code: Code | undefined, now: number): Promise<Code | undefined> {
  if (!code || now >= code.expiresAt) return undefined;
  const { hits } = await incrementCounter(tx, `used code ${code.id}`, code.expiresAt, now);
  return hits === 1 ? code : undefined;
}
