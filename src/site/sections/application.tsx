import type { Contact } from '../../../views/components/contact-details.tsx';
import { Introduction, type TitleAndDescription } from '../../../views/components/text.tsx';
import type { FormModel } from '../../../views/forms/application-form.model.ts';
import { ApplicationForm } from '../../../views/forms/application-form.tsx';
import { ClosedApplication } from '../../../views/forms/closed-application.tsx';
import { languageOfPath } from '../../i18n/languages.ts';
import type { Texts } from '../../i18n/set-up.ts';
import { GroupContact } from './contact.tsx';
import { buildContact, joinTexts, type Section, type SectionProps, searchLine } from './section.ts';

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

type Props = Pick<SectionProps<ApplicationContent>, 'content' | 'level' | 'texts'>;

/** Shows the form or the notice that replaces it, and contact details. Other pages show only whether applications are accepted. */
export const Application = ({ content, level, texts }: Props) => (
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

/** The part that htmx replaces: the form with its messages, or the notice that applications are closed. */
export function ApplicationBox({ content, texts }: { content: ApplicationContent; texts: Texts }) {
  const { form, closed, title, description } = content;
  const words = { title, description };
  if (closed) return <ClosedApplication {...words} kept={closed.kept} texts={texts} />;
  return (
    form && <ApplicationForm {...words} form={form} texts={texts} language={languageOfPath(form.action)} />
  );
}

/** Shows whether applications are accepted, and the contact for questions. The form itself is in `form/`. */
export const application: Section<ApplicationContent> = {
  async load({ reader, siteData: { group } }) {
    const { enabled: open, title, description } = await reader.intake();
    const contact = buildContact(group, reader.language);
    return { kind: 'application', open, title, description, contact, name: group.name };
  },

  async searchText({ reader }) {
    const { title, description } = await reader.intake();
    return joinTexts([{ title, lines: [searchLine(title, description)] }]);
  },
};
