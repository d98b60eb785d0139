import type { Texts } from '../../src/i18n/set-up.ts';
import { ContactDetails } from '../components/contact-details.tsx';
import { WeChat } from '../components/wechat.tsx';
import type { ContactContent } from './contact.model.ts';

type Props = { content: ContactContent; texts: Texts };

export const ContactSection = ({ content: { contact, name }, texts }: Props) => (
  <div className="contact">
    <div>
      <p className="contact-name">{name}</p>
      <ContactDetails contact={contact} texts={texts} />
    </div>
    <WeChat contact={contact} texts={texts} />
  </div>
);
