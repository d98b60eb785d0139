import type { Texts } from '../../src/i18n/set-up.ts';
import type { SectionContent } from '../../src/services/page-model.ts';
import { Heading, type Level } from '../components/heading.tsx';
import { ContactSection } from './contact.tsx';

type Props = { content: Extract<SectionContent, { kind: 'application' }>; level: Level; texts: Texts };

/** Whether applications are taken, in the words of the switch, and whom to ask. */
export const Application = ({ content, level, texts }: Props) => (
  <div className="application">
    <p className={content.open ? 'application-state' : 'application-state application-state-closed'}>
      {content.open ? texts.applyOpen : texts.applyClosed}
    </p>
    {content.title && (
      <Heading level={level} className="common-title">
        {content.title}
      </Heading>
    )}
    {content.description && <p className="section-lead">{content.description}</p>}
    {content.contact && (
      <ContactSection
        content={{ kind: 'contact', contact: content.contact, name: content.name }}
        texts={texts}
      />
    )}
  </div>
);
