import type { Db } from '../engine/database.ts';

/** Number of drafts that are compared, and the minimum for a statement. */
const SAMPLE = 100;
const MIN_SAMPLE = 50;

/** Settings to check if most drafts come from one client address. */
export const SHARED_ADDRESS_HINT =
  'limits by address count them as one visitor; check TRUST_PROXY and set_real_ip_from (OPERATING.md, 1)';

/** Returns the number of the latest drafts and of those from one client address, if these are the majority. */
export async function findSharedAddress(db: Db): Promise<{ drafts: number; fromOne: number } | undefined> {
  const latest = db.selectFrom('drafts').select('addressHash').orderBy('createdAt', 'desc').limit(SAMPLE);
  const rows = await db
    .selectFrom(latest.as('latest'))
    .select((eb) => eb.fn.countAll().as('count'))
    .groupBy('addressHash')
    .execute();
  const counts = rows.map(({ count }) => Number(count));
  const drafts = counts.reduce((sum, count) => sum + count, 0);
  const fromOne = Math.max(0, ...counts);
  return drafts >= MIN_SAMPLE && fromOne > drafts / 2 ? { drafts, fromOne } : undefined;
}
