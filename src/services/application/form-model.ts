import type { TFunction } from 'i18next';
import { type Problem, problemKey } from '../../application/problems.ts';
import { formatSize } from '../../content/file-size.ts';
import type { Code } from '../../store/draft-captcha.ts';
import type { StoredFile } from '../../store/draft-files.ts';
import type { Draft } from '../../store/drafts.ts';
import type { CaptchaModel, FormFile, ProblemText } from './model.ts';

/** A problem in words; that of a single file names the file first. */
export function problemText(t: TFunction, problem: Problem): string {
  const text = t(problemKey(problem), { ...problem });
  return problem.file === undefined ? text : t('problemOfFile', { file: problem.file, problem: text });
}

export const problemTexts = (t: TFunction, problems: readonly Problem[]): ProblemText[] =>
  problems.map((problem) => ({ field: problem.field, text: problemText(t, problem) }));

export const fileModels = (files: readonly StoredFile[]): FormFile[] =>
  files.map(({ id, name, bytes }) => ({ id, name, size: formatSize(bytes) }));

/** A code that was answered is not typed again: a new one stands beside the field. */
export function captchaModel(draft: Draft | undefined, code: Code | undefined, typed = ''): CaptchaModel {
  if (draft && !code) return { isSolved: true };
  return { isSolved: false, version: (code?.expiresAt ?? 0).toString(36), typed };
}
