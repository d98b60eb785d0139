import type { ReactNode } from 'react';
import { type FieldName, fields, isOptional, type TextField } from '../../src/applications/rules/fields.ts';
import { EARLIEST_DAY } from '../../src/applications/rules/limits.ts';
import { readDate } from '../../src/applications/rules/text.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { FieldModel } from './application-form.model.ts';
import { fieldOptions, fieldSuggestions } from './field-labels.ts';

type Props = FieldModel & { texts: Texts };

const hintOf = (name: TextField, texts: Texts) => texts[`${name}Hint` as keyof Texts] as string | undefined;

/** htmx attributes whose URL is relative to the form's path. */
const validateOnChange = (name: TextField) => ({
  'hx-post': `?check=${name}`,
  'hx-trigger': 'change',
  'hx-target': 'this',
  'hx-swap': 'outerMorph',
  'hx-sync': 'this:replace',
});

/** A text field, in the form or as the response to its validation. */
export function Field(props: Props) {
  const { name, problem, texts } = props;
  return (
    <FieldLayout
      name={name}
      label={texts[name] + (isOptional(name) ? texts.optional : '')}
      hint={hintOf(name, texts)}
      problem={problem}
      texts={texts}
      {...validateOnChange(name)}
    >
      <Control {...props} />
    </FieldLayout>
  );
}

const INPUT_TYPES = { line: 'text', suggested: 'text', date: 'date', phone: 'tel', email: 'email' } as const;

/** Without `maxlength` and `pattern`, so that typed text is not truncated or blocked. */
function Control({ name, value, problem, today, texts }: Props) {
  const { kind, rows, width, autoComplete } = fields[name];
  const attributes = {
    id: name,
    name,
    className: width,
    autoComplete,
    ...controlAria(name, hintOf(name, texts), problem),
    defaultValue: value,
  };
  if (kind === 'lines') return <textarea {...attributes} rows={rows} />;
  if (kind === 'choice')
    return (
      <select {...attributes}>
        <option value="">{texts.chooseOption}</option>
        {fieldOptions(name, texts).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  const listId = `_${name}-suggestions`;
  // A date input cannot display an invalid date, so a text input shows it.
  const isDate = kind === 'date' && (value === '' || readDate(value) === value);
  return (
    <>
      <input
        {...attributes}
        type={kind === 'date' && !isDate ? 'text' : INPUT_TYPES[kind]}
        min={isDate ? EARLIEST_DAY : undefined}
        max={isDate ? today : undefined}
        list={kind === 'suggested' ? listId : undefined}
        spellCheck={kind === 'phone' || kind === 'email' ? false : undefined}
      />
      {kind === 'suggested' && (
        <datalist id={listId}>
          {fieldSuggestions(name, texts).map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** Id of a field's container. Its control's id is the field's name. */
export const fieldId = (name: FieldName): string => `${name}-field`;
export const hintId = (name: FieldName): string => `${name}-hint`;
export const problemId = (name: FieldName): string => `${name}-problem`;

export const controlAria = (name: FieldName, hint?: string, problem?: string) => ({
  'aria-required': isOptional(name) ? undefined : true,
  'aria-describedby':
    [hint && hintId(name), problem && problemId(name)].filter(Boolean).join(' ') || undefined,
  'aria-invalid': problem ? true : undefined,
});

type LayoutProps = {
  name: FieldName;
  label: string;
  hint?: string;
  problem?: string;
  texts: Texts;
  /** Content between the hint and the problem message. */
  before?: ReactNode;
  children: ReactNode;
} & Record<`hx-${string}`, string>;

export function FieldLayout({
  name,
  label,
  hint,
  problem,
  texts,
  before,
  children,
  ...attributes
}: LayoutProps) {
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

/** Announces an error to screen readers. */
export const ErrorWord = ({ texts }: { texts: Texts }) => (
  <span className="visually-hidden">{texts.errorPrefix}</span>
);
