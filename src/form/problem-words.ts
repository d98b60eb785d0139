import type { SessionData } from 'express-session';
import type { TFunction } from 'i18next';
import type { ProblemText } from '../../views/forms/application-form.model.ts';
import { type Problem, problemKey } from './rules/problems.ts';

export function noticeText(t: TFunction, { kind, count }: NonNullable<SessionData['notice']>): string {
  if (kind === 'filesUploaded') return t('filesUploaded', { count });
  return kind === 'fileRemoved' ? t('fileRemoved') : t('newCodeReady');
}

/** The text of a problem; for a single file it begins with the file's name. */
export function problemText(t: TFunction, problem: Problem): string {
  const text = t(problemKey(problem), { ...problem });
  return problem.file === undefined ? text : t('problemOfFile', { file: problem.file, problem: text });
}

export const problemTexts = (t: TFunction, problems: readonly Problem[]): ProblemText[] =>
  problems.map((problem) => ({ field: problem.field, text: problemText(t, problem) }));
