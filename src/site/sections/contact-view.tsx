import { type Contact, ContactDetails, WeChat } from '../../../views/components/contact-details.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { below, Heading } from '../../../views/components/text.tsx';
import type { Texts } from '../../i18n/set-up.ts';
import type { CommonRecord } from './common-view.tsx';
import type { SectionProps } from './section-props.ts';

export type ContactContent = {
  kind: 'contact';
  contact: Contact;
  name: string;
  departments?: CommonRecord[];
};

/** The departments, then the contact details of the group. */
export const ContactSection = ({
  content: { contact, name, departments },
  level,
  texts,
}: SectionProps<ContactContent>) => (
  <>
    {departments && (
      <ul className="list-grid departments">
        {departments.map(({ id, title, html }) => (
          <li key={id}>
            {title && (
              <Heading level={level} className="card-title">
                {title}
              </Heading>
            )}
            <Prose html={html} top={title ? below(level) : level} />
          </li>
        ))}
      </ul>
    )}
    <GroupContact contact={contact} name={name} texts={texts} />
  </>
);

type Props = { contact: Contact; name: string; texts: Texts };

export const GroupContact = ({ contact, name, texts }: Props) => (
  <div className="contact" data-reveal="self">
    <div>
      <p className="contact-name">{name}</p>
      <ContactDetails contact={contact} texts={texts} />
    </div>
    <WeChat contact={contact} texts={texts} />
  </div>
);
