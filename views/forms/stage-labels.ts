import { stages } from '../../src/application/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';

/** The stages of development with their labels in a language, in their order. */
export function stageLabels(texts: Texts): { value: string; label: string }[] {
  return stages.map((value, index) => ({ value, label: texts.stages[index] ?? value }));
}

/** The label of a stage as it was sent. */
export const stageLabel = (texts: Texts, stage: string): string =>
  stageLabels(texts).find(({ value }) => value === stage)?.label ?? stage;
