import type { ReactNode } from 'react';
import type { FieldName } from '../../src/form/rules/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import { fieldId, hintId, problemId } from './ids.ts';

type Props = {
  name: FieldName;
  label: string;
  hint?: string;
  problem?: string;
  texts: Texts;
  /** Between the hint and the problem: what has to be seen before the control can be filled. */
  before?: ReactNode;
  children: ReactNode;
} & Record<`hx-${string}`, string>;

/** The parts of every field around its control: label, hint and, above the control, the problem. */
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

/** Tells screen readers that an error follows, which others see by its colour. */
export const ErrorWord = ({ texts }: { texts: Texts }) => (
  <span className="visually-hidden">{texts.errorPrefix}</span>
);
