import { type FieldName, stages, type TextField } from '../../src/form/rules/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';

export type FieldFacts = {
  label: string;
  hint?: string;
  /** A control is as wide as what it is meant to hold; without a word it takes the whole column. */
  width?: 'short' | 'medium' | 'long';
  /** A token of HTML's autofill list; `off` where none is named, and nothing at all for `null`. */
  autoComplete?: string | null;
  type?: 'tel' | 'email';
};

/** The labels and attributes of the ten text fields, in a language. */
export const fieldFacts = (texts: Texts): Record<TextField, FieldFacts> => ({
  companyName: { label: texts.companyName, hint: texts.companyNameHint, autoComplete: 'organization' },
  companyShortName: { label: texts.companyShortName, width: 'long' },
  registrationPlace: { label: texts.registrationPlace, hint: texts.registrationPlaceHint },
  establishmentDate: { label: texts.establishmentDate, hint: texts.establishmentDateHint, width: 'short' },
  contactPerson: { label: texts.contactPerson, width: 'long', autoComplete: 'name' },
  contactPhone: {
    label: texts.contactPhone,
    hint: texts.contactPhoneHint,
    width: 'medium',
    autoComplete: 'tel',
    type: 'tel',
  },
  contactEmail: {
    label: texts.contactEmail,
    hint: texts.contactEmailHint,
    width: 'long',
    autoComplete: 'email',
    type: 'email',
  },
  // `off` would take the suggestions away in some browsers.
  industry: { label: texts.industry, hint: texts.industryHint, width: 'long', autoComplete: null },
  developmentStage: { label: texts.developmentStage, width: 'short' },
  companyDescription: { label: texts.companyDescription, hint: texts.companyDescriptionHint },
});

export function fieldLabel(name: FieldName, texts: Texts): string {
  if (name === 'captcha') return texts.captcha;
  return name === 'declareFile' ? texts.declareFile : fieldFacts(texts)[name].label;
}

/** The stages of development with their labels in a language, in their order. */
export function stageLabels(texts: Texts): { value: string; label: string }[] {
  return stages.map((value, index) => ({ value, label: texts.stages[index] ?? value }));
}

export const stageLabel = (texts: Texts, stage: string): string =>
  stageLabels(texts).find(({ value }) => value === stage)?.label ?? stage;
