import type { ReactNode } from 'react';
import { languageOf, linkEmails, linkPhones, type TextPart } from '../../src/content/contact-details.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import { Icon, type IconName } from './links.tsx';

export type Contact = {
  phone?: string;
  email?: string;
  address?: string;
  zipCode?: string;
  wxAccount?: string;
  wxQrCodeUrl?: string;
  wxQrAlt: string;
};

/** Shows the available contact details as a description list. */
export function ContactDetails({ contact, texts }: { contact: Contact; texts: Texts }) {
  const { phone, email, address, zipCode, wxAccount } = contact;
  return (
    <dl className="contact-details">
      <Detail icon="phone" term={texts.phone}>
        {phone && <LinkedText parts={linkPhones(phone)} />}
      </Detail>
      <Detail icon="mail" term={texts.email}>
        {email && <LinkedText parts={linkEmails(email)} />}
      </Detail>
      <Detail icon="location" term={texts.address}>
        {address && <address>{address}</address>}
      </Detail>
      <Detail icon="post" term={texts.zipCode}>
        {zipCode}
      </Detail>
      <Detail icon="chat" term={texts.wechat} lang={wxAccount && languageOf(wxAccount)}>
        {wxAccount}
      </Detail>
    </dl>
  );
}

/** Shows text with linked phone numbers or email addresses. */
export const LinkedText = ({ parts }: { parts: TextPart[] }) => (
  <span className="lines">
    {parts.map(({ text, href }) =>
      href === undefined ? (
        text
      ) : (
        <a key={href} href={href}>
          {text}
        </a>
      ),
    )}
  </span>
);

type DetailProps = { icon: IconName; term: string; lang?: string; children?: ReactNode };

const Detail = ({ icon, term, lang, children }: DetailProps) =>
  children && (
    <div>
      <dt>
        <Icon name={icon} />
        {term}
      </dt>
      <dd className="lines" lang={lang}>
        {children}
      </dd>
    </div>
  );

/** The WeChat QR code is on white even in dark mode: scanners need the contrast. */
export function WeChat({ contact, texts }: { contact: Contact; texts: Texts }) {
  const { wxQrCodeUrl, wxAccount, wxQrAlt } = contact;
  if (!wxQrCodeUrl) return null;
  return (
    <figure className="wechat">
      <img src={wxQrCodeUrl} alt={wxQrAlt} width="140" height="140" loading="lazy" decoding="async" />
      <figcaption>
        {texts.followUs}
        {wxAccount && <span lang={languageOf(wxAccount)}>{wxAccount}</span>}
      </figcaption>
    </figure>
  );
}
