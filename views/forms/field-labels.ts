import { type FieldName, fields, type TextField } from '../../src/applications/rules/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';

/** Returns the label of a field, which is the text whose key is the field's name. */
export const fieldLabel = (name: FieldName, texts: Texts): string => texts[name];

export const fieldHint = (name: FieldName, texts: Texts): string | undefined =>
  texts[`${name}Hint` as keyof Texts] as string | undefined;

const listOf = (key: string, texts: Texts): string[] => (texts[key as keyof Texts] ?? []) as string[];

/** Returns the suggestions for a field. */
export const fieldSuggestions = (name: TextField, texts: Texts): string[] =>
  listOf(`${name}Suggestions`, texts);

export const optionLabels = (name: TextField, texts: Texts): string[] => listOf(`${name}Options`, texts);

/** Returns the options of a `choice` with their labels. */
export function fieldOptions(name: TextField, texts: Texts): { value: string; label: string }[] {
  const labels = optionLabels(name, texts);
  return (fields[name].options ?? []).map((value, index) => ({ value, label: labels[index] ?? value }));
}

/** Formats a value for receipts and emails: the label of a chosen option, or the value itself. */
export const shownValue = (name: TextField, value: string, texts: Texts): string =>
  fieldOptions(name, texts).find((option) => option.value === value)?.label ?? value;
