import { fields, isOptional, type TextField } from '../../src/applications/rules/fields.ts';
import { EARLIEST_DAY } from '../../src/applications/rules/limits.ts';
import { readDate } from '../../src/applications/rules/text.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { FieldCheckModel } from './application-form.model.ts';
import { fieldHint, fieldLabel, stageLabels } from './field-labels.ts';
import { controlAria, FieldLayout } from './field-layout.tsx';

type Props = Omit<FieldCheckModel, 'field'> & { name: TextField; texts: Texts };

/** Returns htmx attributes that validate a changed field. Their URL is relative to the form's path. */
const validateOnChange = (name: TextField) => ({
  'hx-post': `?check=${name}`,
  'hx-trigger': 'change',
  'hx-target': 'this',
  'hx-swap': 'outerMorph',
  'hx-sync': 'this:replace',
});

export function Field(props: Props) {
  const { name, problem, texts } = props;
  const label = fieldLabel(name, texts);
  return (
    <FieldLayout
      name={name}
      label={isOptional(name) ? label + texts.optional : label}
      hint={fieldHint(name, texts)}
      problem={problem}
      texts={texts}
      {...validateOnChange(name)}
    >
      <Control {...props} />
    </FieldLayout>
  );
}

/** Response to the validation of one field. */
export const FieldCheck = ({ check, texts }: { check: FieldCheckModel; texts: Texts }) => (
  <Field {...check} name={check.field} texts={texts} />
);

/** Control without `maxlength` and `pattern`, so that typed text is not truncated or blocked. */
function Control(props: Props) {
  const { name, value, texts } = props;
  const { kind, rows } = fields[name];
  switch (kind) {
    case 'date':
      return <DateInput {...props} />;
    case 'suggested':
      return <SuggestedInput {...props} />;
    case 'stage':
      return (
        <select {...attributesOf(props)} defaultValue={value}>
          <option value="">{texts.chooseStage}</option>
          {stageLabels(texts).map((stage) => (
            <option key={stage.value} value={stage.value}>
              {stage.label}
            </option>
          ))}
        </select>
      );
    case 'lines':
      return <textarea {...attributesOf(props)} rows={rows} defaultValue={value} />;
    case 'phone':
      return <input {...attributesOf(props)} type="tel" defaultValue={value} spellCheck={false} />;
    case 'email':
      return <input {...attributesOf(props)} type="email" defaultValue={value} spellCheck={false} />;
    case 'line':
      return <input {...attributesOf(props)} type="text" defaultValue={value} />;
  }
}

function attributesOf({ name, problem, texts }: Props) {
  const { width, autoComplete = 'off' } = fields[name];
  return {
    id: name,
    name,
    className: width,
    autoComplete: autoComplete ?? undefined,
    ...controlAria(name, fieldHint(name, texts), problem),
  };
}

/** Date input, or a text input for a value that a date input would not display. */
const DateInput = (props: Props) =>
  props.value === '' || readDate(props.value) === props.value ? (
    <input
      {...attributesOf(props)}
      type="date"
      min={EARLIEST_DAY}
      max={props.today}
      defaultValue={props.value}
    />
  ) : (
    <input {...attributesOf(props)} type="text" defaultValue={props.value} />
  );

const SUGGESTIONS = '_industries';

const SuggestedInput = (props: Props) => (
  <>
    <input {...attributesOf(props)} type="text" list={SUGGESTIONS} defaultValue={props.value} />
    <datalist id={SUGGESTIONS}>
      {props.texts.industrySuggestions.map((suggestion) => (
        <option key={suggestion} value={suggestion} />
      ))}
    </datalist>
  </>
);
