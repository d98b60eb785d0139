import { fileProblem, type Problem } from '../application/problems.ts';
import type { Store } from '../store/index.ts';
import type { FormRequest } from './form-request.ts';

/** Names the files that were found infected after the draft had taken them: they are in it no more. */
export async function findRemoved({ scans }: Store, form: FormRequest): Promise<Problem[]> {
  if (form.draft) form.removed = await scans.removedFrom(form.draft.id);
  return form.removed.map(({ name }) => fileProblem('fileVirus', name));
}

/** Forgets the removed files that an answer, now made, tells of. Where that fails they are told of once more. */
export async function forgetRemoved({ scans }: Store, form: FormRequest): Promise<void> {
  if (form.removed.length > 0) await scans.forgetRemoved(form.removed).catch(() => undefined);
}
