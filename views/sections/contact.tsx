import type { Texts } from '../../src/i18n/set-up.ts';
import { type Contact, ContactDetails, WeChat } from '../components/contact-details.tsx';

type Props = { content: { contact: Contact; name: string }; texts: Texts };

export const ContactSection = ({ content: { contact, name }, texts }: Props) => (
  <div className="contact">
    <div>
      <p className="contact-name">{name}</p>
      <ContactDetails contact={contact} texts={texts} />
    </div>
    <WeChat contact={contact} texts={texts} />
  </div>
);
