import type { Values } from '../application/fields.ts';
import type { Problem } from '../application/problems.ts';
import { checkApplication } from '../application/schema.ts';
import type { Draft } from '../store/drafts.ts';
import type { Store } from '../store/index.ts';
import { fileChanges } from './file-changes.ts';
import type { FormRequest } from './form-request.ts';

type Judged = { application: Values } | { problems: Problem[] } | { sent: string };

/**
 * Judges a draft with the texts of the POST, next to what was `found` already. A problem that was found hides other problems of the
 * same field. `sent` is the reference if another POST has sent the draft meanwhile.
 */
export async function judgeApplication(
  store: Store,
  draft: Draft,
  form: FormRequest,
  found: readonly Problem[],
  today: string,
): Promise<Judged> {
  const [current, kept, files, changes] = await Promise.all([
    store.drafts.get(draft.id),
    store.drafts.fields(draft.id),
    store.drafts.files(draft.id),
    form.removed.length > 0 ? [] : fileChanges(store, draft.id, form),
  ]);
  if (current?.reference) return { sent: current.reference };
  // Another window may have written to the draft meanwhile: what this form shows is what is sent.
  const values = { ...kept, ...form.posted?.values };
  const isCaptchaSolved = current?.captchaSolvedAt != null;
  const judged = checkApplication(values, { files: files.length, isCaptchaSolved }, today);
  const all = [...found, ...changes];
  const named = new Set(all.map(({ field }) => field));
  const others = 'problems' in judged ? judged.problems.filter(({ field }) => !named.has(field)) : [];
  if (all.length > 0 || others.length > 0) return { problems: [...all, ...others] };
  return judged;
}
