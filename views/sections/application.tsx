import { type Language, languageFacts } from '../../src/i18n/languages.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { SectionContent } from '../../src/services/page-model.ts';
import { Heading, type Level } from '../components/heading.tsx';
import { ApplicationForm } from '../forms/application-form.tsx';
import { ClosedApplication } from '../forms/closed-application.tsx';
import { ContactSection } from './contact.tsx';

type Content = Extract<SectionContent, { kind: 'application' }>;
type Props = { content: Content; level: Level; texts: Texts };

/** The form, or why there is none; on other pages whether applications are taken. Then whom to ask. */
export const Application = ({ content, level, texts }: Props) => (
  <div className="application">
    {!content.form && !content.closed && <State isOpen={content.open} texts={texts} />}
    {!content.closed && <Introduction content={content} level={level} />}
    <ApplicationBox content={content} texts={texts} />
    {content.contact && (
      <ContactSection
        content={{ kind: 'contact', contact: content.contact, name: content.name }}
        texts={texts}
      />
    )}
  </div>
);

/** What htmx swaps: the form, or what stands in its place while the window is closed. */
export function ApplicationBox({ content, texts }: Omit<Props, 'level'>) {
  const { form, closed, title, description } = content;
  if (closed)
    return <ClosedApplication title={title} description={description} kept={closed.kept} texts={texts} />;
  return form && <ApplicationForm form={form} texts={texts} language={languageOf(form.action)} />;
}

/** The prefix of a page's path alone decides its language. */
const languageOf = (path: string): Language => (path.startsWith(`${languageFacts.en.prefix}/`) ? 'en' : 'zh');

const State = ({ isOpen, texts }: { isOpen: boolean; texts: Texts }) => (
  <p className={isOpen ? 'application-state' : 'application-state application-state-closed'}>
    {isOpen ? texts.applyOpen : texts.applyClosed}
  </p>
);

/** The words of the switch. */
const Introduction = ({ content: { title, description }, level }: Omit<Props, 'texts'>) => (
  <>
    {title && (
      <Heading level={level} className="common-title">
        {title}
      </Heading>
    )}
    {description && <p className="section-lead">{description}</p>}
  </>
);
