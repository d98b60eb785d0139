import { type FieldName, fields, stages, type TextField } from '../../src/applications/rules/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';

/** Returns the label of a field, which is the text with the field's name as the key. */
export const fieldLabel = (name: FieldName, texts: Texts): string => texts[name];

export const fieldHint = (name: FieldName, texts: Texts): string | undefined =>
  texts[`${name}Hint` as keyof Texts] as string | undefined;

export const stageLabels = (texts: Texts): { value: string; label: string }[] =>
  stages.map((value, index) => ({ value, label: texts.stages[index] ?? value }));

/** Returns a value for receipts and mails, with the label of a stage. */
export const shownValue = (name: TextField, value: string, texts: Texts): string =>
  fields[name].kind === 'stage'
    ? (stageLabels(texts).find((stage) => stage.value === value)?.label ?? value)
    : value;
