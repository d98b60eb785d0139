import type { Contact } from '../../../views/components/contact-details.tsx';
import { Heading, Introduction, type TitleAndDescription } from '../../../views/components/text.tsx';
import type { FormModel } from '../../../views/forms/application-form.model.ts';
import { ApplicationForm } from '../../../views/forms/application-form.tsx';
import { languageOfPath } from '../../i18n/languages.ts';
import type { Texts } from '../../i18n/set-up.ts';
import { GroupContact } from './contact.tsx';
import { buildContact, type Section, type SectionProps } from './section.ts';

export type ApplicationContent = TitleAndDescription & {
  kind: 'application';
  open: boolean;
  contact?: Contact;
  name: string;
  /** Set on the form's page while applications are accepted. */
  form?: FormModel;
  /** Set on the form's page while applications are closed. `kept` says that the draft of a POST is stored. */
  closed?: { kept?: string };
};

/** Shows the form or the notice that replaces it, and contact details. Other pages show only whether applications are accepted. */
const Application = ({ content, level, texts }: SectionProps<ApplicationContent>) => (
  <div className="application">
    {content.form || content.closed ? (
      <ApplicationBox content={content} texts={texts} />
    ) : (
      <>
        <p className={content.open ? 'application-state' : 'application-state application-state-closed'}>
          {content.open ? texts.applyOpen : texts.applyClosed}
        </p>
        <Introduction title={content.title} description={content.description} level={level} />
      </>
    )}
    {content.contact && <GroupContact contact={content.contact} name={content.name} texts={texts} />}
  </div>
);

export function ApplicationBox({ content, texts }: { content: ApplicationContent; texts: Texts }) {
  const { form, closed, title, description } = content;
  if (closed) return <ClosedApplication title={title} description={description} {...closed} texts={texts} />;
  if (!form) return null;
  const language = languageOfPath(form.action);
  return (
    <ApplicationForm title={title} description={description} form={form} texts={texts} language={language} />
  );
}

type ClosedProps = TitleAndDescription & { kept?: string; texts: Texts };

/** The dialog contains a form, so that it can be closed without a script. */
const ClosedApplication = ({ title, description, kept, texts }: ClosedProps) => (
  <div className="application-form" id="_application">
    <dialog
      className="closed"
      id="_closed"
      open
      aria-labelledby="_closed-heading"
      aria-describedby={kept && '_closed-kept'}
    >
      {/* biome-ignore lint/a11y/noAutofocus: the dialog covers the page and must be read from its top */}
      <h2 id="_closed-heading" tabIndex={-1} autoFocus>
        {texts.submissionClosed}
      </h2>
      {kept && (
        <p className="closed-kept" id="_closed-kept">
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

export const application: Section<ApplicationContent> = {
  async load({ reader, siteData: { group } }) {
    const { enabled: open, title, description } = await reader.intake();
    const contact = buildContact(group, reader.language);
    return { kind: 'application', open, title, description, contact, name: group.name };
  },
  View: Application,
};
