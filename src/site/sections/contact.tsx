import { type Contact, ContactDetails, WeChat } from '../../../views/components/contact-details.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { Heading, nextLevel } from '../../../views/components/text.tsx';
import type { Texts } from '../../i18n/set-up.ts';
import { type CommonRecord, common } from './common.tsx';
import { buildContact, type Section, type SectionProps } from './section.ts';

type ContactContent = { kind: 'contact'; contact: Contact; name: string; departments?: CommonRecord[] };

const ContactSection = ({ content, level, texts }: SectionProps<ContactContent>) => (
  <>
    {content.departments && (
      <ul className="list-grid departments">
        {content.departments.map(({ id, title, html }) => (
          <li key={id}>
            {title && (
              <Heading level={level} className="card-title">
                {title}
              </Heading>
            )}
            <Prose html={html} top={title ? nextLevel(level) : level} />
          </li>
        ))}
      </ul>
    )}
    <GroupContact {...content} texts={texts} />
  </>
);

type GroupProps = { contact: Contact; name: string; texts: Texts };

export const GroupContact = ({ contact, name, texts }: GroupProps) => (
  <div className="contact" data-reveal="self">
    <div>
      <p className="contact-name">{name}</p>
      <ContactDetails contact={contact} texts={texts} />
    </div>
    <WeChat contact={contact} texts={texts} />
  </div>
);

export const contact: Section<ContactContent> = {
  async load(context, node) {
    const { reader, siteData } = context;
    const departments = await common.load(context, node);
    return {
      kind: 'contact',
      contact: buildContact(siteData.group, reader.language),
      name: siteData.group.name,
      departments: departments?.records,
    };
  },
  View: ContactSection,
};
