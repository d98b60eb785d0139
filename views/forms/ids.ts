import { type FieldName, isOptional } from '../../src/form/rules/fields.ts';

/** Ids of the parts of a field; the control's own id is the field's name. */
export const fieldId = (name: FieldName): string => `${name}-field`;
export const hintId = (name: FieldName): string => `${name}-hint`;
export const problemId = (name: FieldName): string => `${name}-problem`;

export const controlAria = (name: FieldName, hint?: string, problem?: string) => ({
  'aria-required': isOptional(name) ? undefined : true,
  'aria-describedby':
    [hint && hintId(name), problem && problemId(name)].filter(Boolean).join(' ') || undefined,
  'aria-invalid': problem ? true : undefined,
});
