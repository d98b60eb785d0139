import { readDate } from '../../src/form/rules/dates.ts';
import type { TextField } from '../../src/form/rules/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { FieldCheckModel } from './application-form.model.ts';
import { type FieldFacts, fieldFacts, stageLabels } from './field-facts.ts';
import { FieldLayout } from './field-layout.tsx';
import { controlAria } from './ids.ts';

type Props = Omit<FieldCheckModel, 'field'> & { name: TextField; texts: Texts };
type ControlProps = Props & { facts: FieldFacts };

/** Checks the field when it is left. The address is a query alone: the page's own path is the form's. */
const checkWhenLeft = (name: TextField) => ({
  'hx-post': `?check=${name}`,
  'hx-trigger': 'change',
  'hx-target': 'this',
  'hx-swap': 'outerMorph',
  'hx-sync': 'this:replace',
});

export function Field(props: Props) {
  const { name, problem, texts } = props;
  const facts = fieldFacts(texts)[name];
  return (
    <FieldLayout
      name={name}
      label={facts.label}
      hint={facts.hint}
      problem={problem}
      texts={texts}
      {...checkWhenLeft(name)}
    >
      <Control {...props} facts={facts} />
    </FieldLayout>
  );
}

/** The same field alone: the answer to its check. */
export const FieldCheck = ({ check, texts }: { check: FieldCheckModel; texts: Texts }) => (
  <Field {...check} name={check.field} texts={texts} />
);

/** With a first and a last day of four-digit years, browsers take no more than four digits for the year. */
const EARLIEST_DAY = '1600-01-01';
const SUGGESTIONS = '_industries';
const DESCRIPTION_ROWS = 8;

/** The control of a text field: no limits of its own, so that nothing that was typed is cut or held back. */
function Control(props: ControlProps) {
  const { name, value, texts } = props;
  switch (name) {
    case 'establishmentDate':
      return <DateInput {...props} />;
    case 'industry':
      return <SuggestedInput {...props} />;
    case 'developmentStage':
      return (
        <select {...shared(props)} defaultValue={value}>
          <option value="">{texts.chooseStage}</option>
          {stageLabels(texts).map((stage) => (
            <option key={stage.value} value={stage.value}>
              {stage.label}
            </option>
          ))}
        </select>
      );
    case 'companyDescription':
      return <textarea {...shared(props)} rows={DESCRIPTION_ROWS} defaultValue={value} />;
    default:
      return <TextInput {...props} />;
  }
}

const shared = ({ name, problem, facts: { hint, width, autoComplete = 'off' } }: ControlProps) => ({
  id: name,
  name,
  className: width,
  autoComplete: autoComplete ?? undefined,
  ...controlAria(name, hint, problem),
});

const TextInput = (props: ControlProps) => (
  <input
    {...shared(props)}
    type={props.facts.type ?? 'text'}
    defaultValue={props.value}
    spellCheck={props.facts.type && false}
  />
);

/** A date input shows nothing of what is no ISO day: that is kept visible in a text input. */
const DateInput = (props: ControlProps) =>
  props.value === '' || readDate(props.value) === props.value ? (
    <input {...shared(props)} type="date" min={EARLIEST_DAY} max={props.today} defaultValue={props.value} />
  ) : (
    <input {...shared(props)} type="text" defaultValue={props.value} />
  );

const SuggestedInput = (props: ControlProps) => (
  <>
    <input {...shared(props)} type="text" list={SUGGESTIONS} defaultValue={props.value} />
    <datalist id={SUGGESTIONS}>
      {props.texts.industrySuggestions.map((suggestion) => (
        <option key={suggestion} value={suggestion} />
      ))}
    </datalist>
  </>
);
