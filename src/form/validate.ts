import type { Store } from '../store/index.ts';
import { checkApplication } from './rules/check-application.ts';
import type { Values } from './rules/fields.ts';
import type { Problem } from './rules/problems.ts';

type Judged = { application: Values } | { problems: Problem[] } | { sent: string };

/**
 * Judges a draft with the texts of the POST, next to the problems `found` already, which hide other problems of the same field. `sent` is the
 * reference if another POST has sent the draft meanwhile.
 */
export async function judgeApplication(
  { drafts }: Pick<Store, 'drafts'>,
  draftId: string,
  posted: Partial<Values>,
  found: readonly Problem[],
  today: string,
): Promise<Judged> {
  const [current, kept, files] = await Promise.all([
    drafts.get(draftId),
    drafts.fields(draftId),
    drafts.files(draftId),
  ]);
  if (current?.reference) return { sent: current.reference };
  // Another window may have written to the draft meanwhile: what this form shows is what is sent.
  const values = { ...kept, ...posted };
  const isCaptchaSolved = current?.captchaSolvedAt != null;
  const judged = checkApplication(values, { files: files.length, isCaptchaSolved }, today);
  const named = new Set(found.map(({ field }) => field));
  const others = 'problems' in judged ? judged.problems.filter(({ field }) => !named.has(field)) : [];
  if (found.length > 0 || others.length > 0) return { problems: [...found, ...others] };
  return judged;
}
