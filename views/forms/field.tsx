import type { TextField } from '../../src/application/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { FieldCheckModel } from './application-form.model.ts';
import { Control } from './control.tsx';
import { fieldFacts } from './field-facts.ts';
import { FieldLayout } from './field-layout.tsx';

type Props = { name: TextField; value: string; problem?: string; today: string; texts: Texts };

/**
 * Checks the field when it is left. The address is empty: htmx posts to the page's own, which is the form's, so that
 * the field needs to know none when it is answered alone.
 */
const checkWhenLeft = (name: TextField) => ({
  'hx-post': '',
  'hx-trigger': 'change',
  'hx-target': 'this',
  'hx-swap': 'outerMorph',
  'hx-sync': 'this:replace',
  'hx-vals': JSON.stringify({ check: name }),
});

/** One text field with all that belongs to it. */
export function Field({ name, value, problem, today, texts }: Props) {
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
      <Control name={name} value={value} problem={problem} today={today} facts={facts} texts={texts} />
    </FieldLayout>
  );
}

/** The same field alone: the answer to its check. */
export const FieldCheck = ({ check, texts }: { check: FieldCheckModel; texts: Texts }) => (
  <Field {...check} name={check.field} texts={texts} />
);
