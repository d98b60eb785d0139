import { fileProblem, type Problem } from '../application/problems.ts';
import type { Store } from '../store/index.ts';
import type { FormRequest } from './form-request.ts';

/** Names the files that were found infected after the draft had taken them: the draft no longer holds them. */
export async function findRemoved({ scans }: Store, form: FormRequest): Promise<Problem[]> {
  if (form.draft) form.removed = await scans.removedFrom(form.draft.id);
  return form.removed.map(({ name }) => fileProblem({ code: 'fileVirus' }, name));
}

/** Forgets the removed files that the answer names. Where that fails, the next answer names them again. */
export async function forgetRemoved({ scans }: Store, form: FormRequest): Promise<void> {
  if (form.removed.length > 0) await scans.forgetRemoved(form.removed).catch(() => undefined);
}
