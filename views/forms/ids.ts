import type { FieldName } from '../../src/form/rules/fields.ts';

/** The ids of what belongs to a field, whose own id is its name. */
export const fieldId = (name: FieldName): string => `${name}-field`;
export const hintId = (name: FieldName): string => `${name}-hint`;
export const problemId = (name: FieldName): string => `${name}-problem`;

/** What a control says to assistive technology: described by its hint, then its problem, where it has them. */
export const controlAria = (name: FieldName, hint?: string, problem?: string) => ({
  'aria-required': true,
  'aria-describedby':
    [hint && hintId(name), problem && problemId(name)].filter(Boolean).join(' ') || undefined,
  'aria-invalid': problem ? true : undefined,
});
