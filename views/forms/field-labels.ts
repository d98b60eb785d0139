import { fields, type TextField } from '../../src/applications/rules/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';

const listOf = (key: string, texts: Texts): string[] => (texts[key as keyof Texts] ?? []) as string[];

export const fieldSuggestions = (name: TextField, texts: Texts): string[] =>
  listOf(`${name}Suggestions`, texts);

export const optionLabels = (name: TextField, texts: Texts): string[] => listOf(`${name}Options`, texts);

export function fieldOptions(name: TextField, texts: Texts): { value: string; label: string }[] {
  const labels = optionLabels(name, texts);
  return (fields[name].options ?? []).map((value, index) => ({ value, label: labels[index] ?? value }));
}

/** Formats a value for receipts and emails: the label of a chosen option, or the value itself. */
export const formatValue = (name: TextField, value: string, texts: Texts): string =>
  fieldOptions(name, texts).find((option) => option.value === value)?.label ?? value;
