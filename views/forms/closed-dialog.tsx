import type { Texts } from '../../src/i18n/set-up.ts';
import type { SwitchWords } from './introduction.tsx';

type Props = SwitchWords & { texts: Texts };

/** Says that no applications are taken, in the words of the switch; its own form closes it without a script. */
export const ClosedDialog = ({ title, description, texts }: Props) => (
  <dialog className="closed" id="_closed" open aria-labelledby="_closed-heading">
    {/* biome-ignore lint/a11y/noAutofocus: the dialog covers the page, and a long one is read from its top */}
    <h2 id="_closed-heading" tabIndex={-1} autoFocus>
      {texts.submissionClosed}
    </h2>
    {title && title !== texts.submissionClosed && <h3>{title}</h3>}
    {description && <p>{description}</p>}
    <form method="dialog">
      <button className="button" type="submit">
        {texts.understood}
      </button>
    </form>
  </dialog>
);
