import { MAX_DRAFTS_PER_ADDRESS_PER_DAY } from '../../application/limits.ts';
import { Failure } from '../../failures.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Draft } from '../../store/drafts.ts';
import type { Store } from '../../store/index.ts';

type Visitor = { language: Language; addressHash: string; isLimited: boolean };

/** Which draft is wanted: by its identifier and, where it `mustBeOpen`, only while it has not been sent. */
type Wanted = { id: string | undefined; mustBeOpen?: boolean };

/** The draft that is wanted, or a new one where there is none such; an address may begin only so many in a day. */
export async function draftFor(
  store: Store,
  { id, mustBeOpen = false }: Wanted,
  visitor: Visitor,
): Promise<Draft> {
  const known = id === undefined ? undefined : await store.drafts.get(id);
  if (known && !(mustBeOpen && known.reference)) return known;
  const { isLimited, ...origin } = visitor;
  if (isLimited) {
    const { drafts } = await store.drafts.usageOf(origin.addressHash);
    if (drafts >= MAX_DRAFTS_PER_ADDRESS_PER_DAY)
      throw new Failure('tooMany', { detail: 'drafts of an address' });
  }
  return store.drafts.create(origin);
}
