import type { Texts } from '../../src/i18n/set-up.ts';

type Props = { title?: string; description?: string; texts: Texts };

/** Says that no applications are taken, in the words of the switch; its own form closes it without a script. */
export const ClosedDialog = ({ title, description, texts }: Props) => (
  <dialog className="closed" id="_closed" open aria-labelledby="_closed-heading">
    <h2 id="_closed-heading">{texts.submissionClosed}</h2>
    {title && title !== texts.submissionClosed && <h3>{title}</h3>}
    {description && <p>{description}</p>}
    <form method="dialog">
      {/* biome-ignore lint/a11y/noAutofocus: the dialog covers the page, so what it asks comes first */}
      <button className="button" type="submit" autoFocus>
        {texts.understood}
      </button>
    </form>
  </dialog>
);
