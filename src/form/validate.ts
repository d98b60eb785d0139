import { parseDay } from '../content/time.ts';
import type { SentApplication } from '../store/applications/applications.ts';
import type { IncomingFile, StoredFile } from '../store/drafts/draft-files.ts';
import type { Unfinished } from '../store/drafts/unfinished-uploads.ts';
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

type FormFiles = Pick<Post, 'posted' | 'files' | 'admission'>;
/** `found`: problems that were found before. `removed`: infected files that the draft has lost, which `found` names. */
type Form = FormFiles & { found: readonly Problem[]; removed: readonly RemovedFile[] };

/** Validates a draft with the texts of a POST. Problems of its files, and those found before, hide others of their fields. */
export async function validateDraft(
  store: Pick<Store, 'drafts' | 'resumableUploads'>,
  draftId: string,
  form: Form,
): Promise<Validated> {
  const { drafts } = store;
  const [current, stored, draftFiles] = await Promise.all([
    drafts.get(draftId),
    drafts.fields(draftId),
    readDraftFiles(store, draftId),
  ]);
  if (current?.reference) return { kind: 'sent', reference: current.reference };
  // Another window may have changed the draft: the texts of this form are the ones that are sent.
  const values = { ...stored, ...form.posted.values };
  const isCaptchaSolved = current?.captchaSolvedAt != null;
  const checked = checkApplication(values, { files: draftFiles.files.length, isCaptchaSolved }, today());
  const changes = form.removed.length > 0 ? [] : changedFileProblems(draftFiles, form);
  const found = [...form.found, ...changes];
  const named = new Set(found.map(({ field }) => field));
  const others = 'problems' in checked ? checked.problems.filter(({ field }) => !named.has(field)) : [];
  if ('application' in checked && found.length === 0)
    return { kind: 'valid', application: checked.application };
  return { kind: 'invalid', problems: [...found, ...others] };
}

/** Problems of files that were removed after the draft had accepted them. */
export const removalProblems = (removed: readonly RemovedFile[]): Problem[] =>
  removed.map(({ name, reason }) =>
    fileProblem({ code: reason === 'infected' ? 'fileVirus' : 'fileNoRoom' }, name),
  );

/** Ids of the files that a POST intends to send: those that its page showed, and its own. Undefined if it names none. */
export function intendedFileIds({ posted, files, admission }: FormFiles): Set<string> | undefined {
  if (!posted.shownFiles) return undefined;
  const shown = admission.key.kind === 'otherSession' ? [] : posted.shownFiles;
  return new Set([...shown, ...files].flatMap(({ id }) => id ?? []));
}

/** Files and unfinished uploads of a draft. */
type DraftFiles = { files: StoredFile[]; unfinished: Unfinished[] };

export async function readDraftFiles(
  { drafts, resumableUploads }: Pick<Store, 'drafts' | 'resumableUploads'>,
  draftId: string,
): Promise<DraftFiles> {
  const [files, unfinished] = await Promise.all([
    drafts.files(draftId),
    resumableUploads.unfinished(draftId),
  ]);
  return { files, unfinished };
}

/** Problems that keep a draft from being sent as its page shows it: unfinished uploads, and files that another window added or removed. */
export const changedFileProblems = ({ files, unfinished }: DraftFiles, form: FormFiles): Problem[] => [
  ...unfinished.map(({ name }) => fileProblem({ code: 'fileUnfinished' }, name)),
  ...(form.admission.key.kind === 'otherSession' ? lostFiles(form) : filesChangedElsewhere(files, form)),
];

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
    const checked = checkField(name, posted.values[name], today());
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
