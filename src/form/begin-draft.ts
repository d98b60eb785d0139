import { MAX_DRAFTS_PER_ADDRESS_PER_DAY } from '../application/limits.ts';
import type { Language } from '../i18n/languages.ts';
import type { Draft } from '../store/drafts.ts';
import type { Store } from '../store/index.ts';

type Visitor = { language: Language; addressHash: string; isLimited: boolean };

/** A new draft; none where its address has begun as many in a day as it may. */
export async function beginDraft(
  store: Store,
  { isLimited, ...origin }: Visitor,
): Promise<Draft | undefined> {
  if (isLimited) {
    const { drafts } = await store.drafts.usageOf(origin.addressHash);
    if (drafts >= MAX_DRAFTS_PER_ADDRESS_PER_DAY) return undefined;
  }
  return store.drafts.create(origin);
}
