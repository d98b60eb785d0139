import { type FieldName, isOptional, textFields } from '../../src/applications/rules/fields.ts';
import type { Language } from '../../src/i18n/languages.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { Link } from '../components/links.tsx';
import { Introduction, Phrases, type TitleAndDescription } from '../components/text.tsx';
import type { FormModel } from './application-form.model.ts';
import { CaptchaField } from './captcha-field.tsx';
import { Field } from './field.tsx';
import { FileField } from './file-field.tsx';

type Props = TitleAndDescription & { form: FormModel; texts: Texts; language: Language };

/** Level of the form's headings, one below the page heading. */
const LEVEL = 2;

/** Part of the form page, or the whole response to an htmx request. */
export const ApplicationForm = (props: Props) => (
  <div className="application-form" id="_application">
    <ProblemSummary alert={props.form.alert} problems={props.form.problems} texts={props.texts} />
    {props.form.notice && (
      <p className="notice" id="_notice" role="status">
        {props.form.notice}
      </p>
    )}
    <Introduction title={props.title} description={props.description} level={LEVEL} />
    <Form {...props} />
  </div>
);

type SummaryProps = Pick<FormModel, 'alert' | 'problems'> & { texts: Texts };

/** Receives the focus. Each line links to its field. */
function ProblemSummary({ alert, problems, texts }: SummaryProps) {
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
              {/* Several fields can have the same problem. */}
              {`${texts[field]}${texts.colon}`}
              <a href={`#${field}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** With htmx, the form ignores further submits until the response has arrived. */
function Form({ form, texts, language }: Props) {
  const problemsOf = (name: FieldName) =>
    form.problems.filter(({ field }) => field === name).map(({ text }) => text);
  return (
    <form
      id="_form"
      method="post"
      action={form.action}
      encType="multipart/form-data"
      noValidate
      data-reveal="items"
      data-uploads-action={form.uploadsAction}
      data-not-sent={texts.notSent}
      data-sending={texts.sending}
      data-sending-files={texts.sendingFiles}
      data-has-session={form.hasSession || undefined}
      data-uploads-pending={texts.uploadsPending}
      data-refresh-unsaved={texts.refreshUnsaved}
      hx-post={form.action}
      hx-target="#_application"
      hx-swap="outerHTML"
      hx-sync="this:drop"
    >
      <EnterSubmits />
      <input type="hidden" name="token" value={form.token} />
      <input type="hidden" name="submitKey" value={form.submitKey} />
      {form.privacy?.version && <input type="hidden" name="privacyNotice" value={form.privacy.version} />}
      <p className="hint">{textFields.some(isOptional) ? texts.requiredUnlessOptional : texts.allRequired}</p>
      <p className="hint">{texts.draftHint}</p>
      {form.newFormHref && (
        <p className="hint">
          {texts.anotherCompany}{' '}
          <NewTabLink href={form.newFormHref} text={texts.anotherApplication} texts={texts} />
        </p>
      )}
      {textFields.map((name) => (
        <Field
          key={name}
          name={name}
          value={form.values[name] ?? ''}
          problem={problemsOf(name)[0]}
          today={form.today}
          texts={texts}
        />
      ))}
      <CaptchaField
        captcha={form.captcha}
        hasFocus={form.focus === 'captcha'}
        problem={problemsOf('captcha')[0]}
        texts={texts}
        language={language}
      />
      <FileField
        files={form.files}
        unfinished={form.unfinished}
        hasFocus={form.focus === 'declareFile'}
        problems={problemsOf('declareFile')}
        texts={texts}
      />
      {form.privacy && <PrivacySentence notice={form.privacy} texts={texts} />}
      <button className="button button-submit" type="submit" name="action" value="submit" id="_submit">
        {texts.submitApplication}
      </button>
    </form>
  );
}

/** Opens a new tab, so that typed text is not lost. */
const NewTabLink = ({ href, text, texts }: Link & { texts: Texts }) => (
  <a href={href} target="_blank" rel="noopener">
    {text}
    <span className="visually-hidden">{texts.opensNewTab}</span>
  </a>
);

function PrivacySentence({ notice, texts }: { notice: Link; texts: Texts }) {
  const [before, after] = texts.privacySentence.split('{{notice}}');
  return (
    <p className="privacy-sentence" id="_privacy">
      {before}
      <NewTabLink href={notice.href} text={notice.text} texts={texts} />
      {after}
    </p>
  );
}

/** Enter must not press “New code”. The button has no text, because text browsers show hidden elements. */
const EnterSubmits = () => (
  <button className="enter-submits" type="submit" name="action" value="submit" hidden tabIndex={-1} />
);
