import { parseDay } from '../content/time.ts';
import type { SentApplication } from '../store/applications/applications.ts';
import type { IncomingFile, StoredFile } from '../store/drafts/draft-files.ts';
import type { RemovedFile } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import type { Post } from './read-post.ts';
import { checkApplication, checkField } from './rules/check-application.ts';
import { textFields, type Values } from './rules/fields.ts';
import { fileProblem, type Problem } from './rules/problems.ts';

type Validated =
  | { kind: 'valid'; application: Values }
  | { kind: 'invalid'; problems: Problem[] }
  | { kind: 'sent'; reference: string };

/** Today in Asia/Shanghai, the group's calendar, as an ISO day. */
export const today = (): string => parseDay(Date.now()) ?? '';

/** Validates a draft with the texts of a POST. Problems that were `found` before hide others of their fields. */
export async function validateDraft(
  { drafts }: Pick<Store, 'drafts'>,
  draftId: string,
  posted: Partial<Values>,
  found: readonly Problem[],
): Promise<Validated> {
  const [current, stored, files] = await Promise.all([
    drafts.get(draftId),
    drafts.fields(draftId),
    drafts.files(draftId),
  ]);
  if (current?.reference) return { kind: 'sent', reference: current.reference };
  // Another window may have changed the draft: the texts of this form are the ones that are sent.
  const values = { ...stored, ...posted };
  const isCaptchaSolved = current?.captchaSolvedAt != null;
  const checked = checkApplication(values, { files: files.length, isCaptchaSolved }, today());
  const named = new Set(found.map(({ field }) => field));
  const others = 'problems' in checked ? checked.problems.filter(({ field }) => !named.has(field)) : [];
  if ('application' in checked && found.length === 0)
    return { kind: 'valid', application: checked.application };
  return { kind: 'invalid', problems: [...found, ...others] };
}

type FormFiles = Pick<Post, 'posted' | 'files' | 'admission'>;

/** Problems of files that were found infected and removed after the draft had accepted them. */
export const infectedProblems = (removed: readonly RemovedFile[]): Problem[] =>
  removed.map(({ name }) => fileProblem({ code: 'fileVirus' }, name));

/** Ids of the files that a POST intends to send: those that its page showed, and its own. Undefined if it names none. */
export function intendedFileIds({ posted, files, admission }: FormFiles): Set<string> | undefined {
  if (!posted.shownFiles) return undefined;
  const shown = admission.key.kind === 'otherSession' ? [] : posted.shownFiles;
  return new Set([...shown, ...files].flatMap(({ id }) => id ?? []));
}

/** Problems that keep a draft from being sent as its page shows it: unfinished uploads, and files that another window added or removed. */
export async function changedFileProblems(
  { drafts, resumableUploads }: Pick<Store, 'drafts' | 'resumableUploads'>,
  draftId: string,
  form: FormFiles,
): Promise<Problem[]> {
  const [stored, unfinished] = await Promise.all([
    drafts.files(draftId),
    resumableUploads.unfinished(draftId),
  ]);
  return [
    ...unfinished.map(({ name }) => fileProblem({ code: 'fileUnfinished' }, name)),
    ...(form.admission.key.kind === 'otherSession' ? lostFiles(form) : filesChangedElsewhere(stored, form)),
  ];
}

function filesChangedElsewhere(stored: readonly StoredFile[], form: FormFiles): Problem[] {
  const intended = intendedFileIds(form);
  if (!intended) return [];
  const added = stored.filter(({ id }) => !intended.has(id));
  const removed = form.posted.shownFiles?.filter(({ id }) => !stored.some((file) => file.id === id)) ?? [];
  return [
    ...added.map(({ name }) => fileProblem({ code: 'fileAddedElsewhere' }, name)),
    ...removed.map(({ name }) => fileProblem({ code: 'fileRemovedElsewhere' }, name)),
  ];
}

/** Files of another session that this POST does not send again. */
const lostFiles = ({ posted, files }: FormFiles): Problem[] =>
  (posted.shownFiles ?? [])
    .filter(({ name }) => !files.some((file) => file.name === name))
    .map(({ name }) => fileProblem({ code: 'fileLost' }, name));

/** Whether a POST has the same content as a sent application: the same normalised texts and the same files. */
export const isRepeat = (application: SentApplication, post: Post): boolean =>
  post.problems.length === 0 && hasSameTexts(application, post) && hasSameFiles(application, post);

function hasSameTexts({ fields }: SentApplication, { posted }: Post): boolean {
  return textFields.every((name) => {
    const text = posted.values[name];
    if (text === undefined) return true;
    const checked = checkField(name, text, today());
    return 'value' in checked && checked.value === fields[name];
  });
}

function hasSameFiles({ files }: SentApplication, { posted, files: own }: Post): boolean {
  const contentOf = ({ name, sha256 }: Pick<IncomingFile, 'name' | 'sha256'>) => `${sha256} ${name}`;
  const sent = new Set(files.map(contentOf));
  const known = new Set(own.map(contentOf));
  for (const { id, name } of posted.shownFiles ?? []) {
    const file = files.find((other) => other.id === id);
    if (file) known.add(contentOf(file));
    else if (!own.some((other) => other.name === name)) return false;
  }
  const isComplete = posted.shownFiles === undefined || known.size === sent.size;
  return isComplete && [...known].every((file) => sent.has(file));
}
