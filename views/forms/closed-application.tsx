import type { Texts } from '../../src/i18n/set-up.ts';
import { ClosedDialog } from './closed-dialog.tsx';
import type { WindowWords } from './introduction.tsx';

type Props = WindowWords & { kept?: string; texts: Texts };

/** Replaces the form while applications are not taken; htmx swaps it in, too. */
export const ClosedApplication = ({ title, description, kept, texts }: Props) => (
  <div className="application-form" id="_application">
    <ClosedDialog title={title} description={description} kept={kept} texts={texts} />
    <p className="section-lead">{texts.closedText}</p>
    {kept && <p className="notice">{kept}</p>}
  </div>
);
