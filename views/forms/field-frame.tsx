import type { ReactNode } from 'react';
import type { FieldName } from '../../src/application/fields.ts';
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

/** What every field has around its control: its label, its hint, and above the control what is wrong with it. */
export function FieldFrame({ name, label, hint, problem, texts, before, children, ...attributes }: Props) {
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

/** Says to those who do not see the colour that what follows is an error. */
export const ErrorWord = ({ texts }: { texts: Texts }) => (
  <span className="visually-hidden">{texts.errorPrefix}</span>
);
