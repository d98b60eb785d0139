import type { TFunction } from 'i18next';
import type { DraftFiles, ProblemText } from '../../../../views/forms/application-form.model.ts';
import { formatSize } from '../../../content/asset-types.ts';
import { type Problem, problemKey } from '../../rules/problems.ts';
import type { StoredFile } from '../../store/drafts/draft-files.ts';
import type { Unfinished } from '../../store/drafts/unsent-files.ts';
import type { Store } from '../../store/index.ts';
import { readDraftFiles } from '../submission/open-draft.ts';

export async function loadFileModels(store: Store, t: TFunction, draftId: string): Promise<DraftFiles> {
  const { files, unfinished } = await readDraftFiles(store, draftId);
  return { files: toFileModels(files), unfinished: unfinished.map((upload) => toUnfinishedModel(t, upload)) };
}

export const toFileModels = (files: readonly StoredFile[]): DraftFiles['files'] =>
  files.map(({ id, name, bytes }) => ({ id, name, size: formatSize(bytes) }));

const toUnfinishedModel = (t: TFunction, { id, name, bytes, received }: Unfinished) => ({
  id,
  name,
  progress: t('uploadUnfinished', { received: formatSize(received), size: formatSize(bytes) }),
});

export function formatProblem(t: TFunction, problem: Problem): string {
  const text = t(problemKey(problem), { ...problem });
  return problem.file === undefined ? text : t('problemOfFile', { file: problem.file, problem: text });
}

export const formatProblems = (t: TFunction, problems: readonly Problem[]): ProblemText[] =>
  problems.map((problem) => ({ field: problem.field, text: formatProblem(t, problem) }));
