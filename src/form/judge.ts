import type { Values } from '../application/fields.ts';
import type { Problem } from '../application/problems.ts';
import { checkApplication } from '../application/schema.ts';
import type { Draft } from '../store/drafts.ts';
import type { Store } from '../store/index.ts';

/**
 * The receipt of what a POST repeats: by the key in its form, or because its form was that of a draft that has been sent. A
 * form with another key is another application.
 */
export async function findReceipt(
  store: Store,
  draft: Draft | undefined,
  key: string | undefined,
): Promise<string | undefined> {
  const byKey = key === undefined ? undefined : await store.applications.referenceOf(key);
  const isOfDraft = key === undefined || key === draft?.submitKey;
  return byKey ?? (isOfDraft ? (draft?.reference ?? undefined) : undefined);
}

type Judged = { application: Values } | { problems: Problem[] } | { reference: string };

/**
 * Judges a draft as it is kept, beside what was `found` already. A problem that was found hides what else could be said of the
 * same field; a draft that another POST has sent in the meantime has a receipt instead.
 */
export async function judgeApplication(
  store: Store,
  draftId: string,
  found: readonly Problem[],
  today: string,
): Promise<Judged> {
  const [draft, values, files] = await Promise.all([
    store.drafts.get(draftId),
    store.drafts.fields(draftId),
    store.drafts.files(draftId),
  ]);
  if (draft?.reference) return { reference: draft.reference };
  const isCaptchaSolved = draft?.captchaSolvedAt != null;
  const judged = checkApplication(values as Partial<Values>, { files: files.length, isCaptchaSolved }, today);
  const named = new Set(found.map(({ field }) => field));
  const others = 'problems' in judged ? judged.problems.filter(({ field }) => !named.has(field)) : [];
  if (found.length > 0 || others.length > 0) return { problems: [...found, ...others] };
  return judged;
}
