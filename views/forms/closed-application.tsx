import type { Texts } from '../../src/i18n/set-up.ts';
import { Heading, type TitleAndDescription } from '../components/text.tsx';

type Props = TitleAndDescription & { kept?: string; texts: Texts };

const KEPT = '_closed-kept';

/**
 * Replacement for the form while the intake is closed. The dialog shows the backend's reason and, after a POST, that the draft was
 * saved. The dialog contains a form, so that it can be closed without a script.
 */
export const ClosedApplication = ({ title, description, kept, texts }: Props) => (
  <div className="application-form" id="_application">
    <dialog
      className="closed"
      id="_closed"
      open
      aria-labelledby="_closed-heading"
      aria-describedby={kept && KEPT}
    >
      {/* biome-ignore lint/a11y/noAutofocus: the dialog covers the page and must be read from its top */}
      <h2 id="_closed-heading" tabIndex={-1} autoFocus>
        {texts.submissionClosed}
      </h2>
      {kept && (
        <p className="closed-kept" id={KEPT}>
          {kept}
        </p>
      )}
      {title && title !== texts.submissionClosed && <Heading level={3}>{title}</Heading>}
      {description && <p className="lines">{description}</p>}
      <form method="dialog">
        <button className="button" type="submit">
          {texts.understood}
        </button>
      </form>
    </dialog>
    <p className="section-lead">{texts.closedText}</p>
    {kept && <p className="notice">{kept}</p>}
  </div>
);
