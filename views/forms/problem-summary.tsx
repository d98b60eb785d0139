import type { Texts } from '../../src/i18n/set-up.ts';
import { Phrases } from '../components/text.tsx';
import type { FormModel } from './application-form.model.ts';
import { fieldLabel } from './field-labels.ts';

type Props = Pick<FormModel, 'alert' | 'problems'> & { texts: Texts };

/** Error summary above the form. It receives the focus, and each line links to its field. */
export function ProblemSummary({ alert, problems, texts }: Props) {
  if (!alert && problems.length === 0) return null;
  return (
    <div
      className="problem-summary"
      id="_problems"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: screen readers announce the reason first
      autoFocus
      aria-labelledby="_problems-heading"
    >
      <h2 id="_problems-heading">
        <Phrases text={alert?.heading ?? texts.problemsHeading} />
      </h2>
      {alert && <p>{alert.text}</p>}
      {alert?.quote && <p className="quote-number">{alert.quote}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ field, text }) => (
            <li key={`${field} ${text}`}>
              {/* Several fields can have the same problem, so the labels must distinguish the lines. */}
              {`${fieldLabel(field, texts)}${texts.colon}`}
              <a href={`#${field}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
