import type { ReactNode } from 'react';
import { type FieldName, isOptional } from '../../src/applications/rules/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';

/** Returns the id of a field's container. The id of its control is the field's name. */
export const fieldId = (name: FieldName): string => `${name}-field`;
export const hintId = (name: FieldName): string => `${name}-hint`;
export const problemId = (name: FieldName): string => `${name}-problem`;

export const controlAria = (name: FieldName, hint?: string, problem?: string) => ({
  'aria-required': isOptional(name) ? undefined : true,
  'aria-describedby':
    [hint && hintId(name), problem && problemId(name)].filter(Boolean).join(' ') || undefined,
  'aria-invalid': problem ? true : undefined,
});

type Props = {
  name: FieldName;
  label: string;
  hint?: string;
  problem?: string;
  texts: Texts;
  /** Content between the hint and the problem message. */
  before?: ReactNode;
  children: ReactNode;
} & Record<`hx-${string}`, string>;

/** Layout of a control with its label, hint and problem. */
export function FieldLayout({ name, label, hint, problem, texts, before, children, ...attributes }: Props) {
  return (
    <div className={problem ? 'field field-wrong' : 'field'} id={fieldId(name)} {...attributes}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={hintId(name)}>
          {hint}
        </p>
      )}
      {before}
      {problem && (
        <p className="field-problem" id={problemId(name)}>
          <ErrorWord texts={texts} />
          {problem}
        </p>
      )}
      {children}
    </div>
  );
}

/** Prefix that announces an error to screen readers, because its colour is only visible. */
export const ErrorWord = ({ texts }: { texts: Texts }) => (
  <span className="visually-hidden">{texts.errorPrefix}</span>
);
