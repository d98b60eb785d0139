import { telephoneHref } from '../../src/content/telephone.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { Contact } from '../../src/services/page-model.ts';

type Props = { contact: Contact; texts: Texts };

/** Telephone, mail, address and account as a list of terms; what the group has not given is left out. */
export function ContactDetails({ contact, texts }: Props) {
  const { phone, email, address, zipCode, wxAccount } = contact;
  return (
    <dl className="contact-details">
      {phone && (
        <div>
          <dt>{texts.phone}</dt>
          <dd>
            <a href={telephoneHref(phone)}>{phone}</a>
          </dd>
        </div>
      )}
      {email && (
        <div>
          <dt>{texts.email}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
      )}
      {address && (
        <div>
          <dt>{texts.address}</dt>
          <dd>
            <address>{address}</address>
          </dd>
        </div>
      )}
      {zipCode && (
        <div>
          <dt>{texts.zipCode}</dt>
          <dd>{zipCode}</dd>
        </div>
      )}
      {wxAccount && (
        <div>
          <dt>{texts.wechat}</dt>
          <dd>{wxAccount}</dd>
        </div>
      )}
    </dl>
  );
}
