import type { FieldName } from '../../src/application/fields.ts';

/** The ids of what belongs to a field, whose own id is its name. */
export const fieldId = (name: FieldName): string => `${name}-field`;
export const hintId = (name: FieldName): string => `${name}-hint`;
export const problemId = (name: FieldName): string => `${name}-problem`;

/** The `aria-describedby` of a control: its hint, then its problem, where it has them. */
export const describedBy = (name: FieldName, hint?: string, problem?: string): string | undefined =>
  [hint && hintId(name), problem && problemId(name)].filter(Boolean).join(' ') || undefined;
