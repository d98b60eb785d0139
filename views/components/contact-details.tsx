import { languageOf } from '../../src/content/language-of.ts';
import { telephoneHref } from '../../src/content/telephone.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { Contact } from './contact-details.model.ts';
import { Icon } from './icon.tsx';

type Props = { contact: Contact; texts: Texts };

/** Telephone, mail, address and account as a list of terms; what the group has not given is left out. */
export function ContactDetails({ contact, texts }: Props) {
  const { phone, email, address, zipCode, wxAccount } = contact;
  return (
    <dl className="contact-details">
      {phone && (
        <div>
          <dt>
            <Icon name="phone" />
            {texts.phone}
          </dt>
          <dd>
            <a href={telephoneHref(phone)}>{phone}</a>
          </dd>
        </div>
      )}
      {email && (
        <div>
          <dt>
            <Icon name="mail" />
            {texts.email}
          </dt>
          <dd>
            <a href={`mailto:${email}`}>
              <Mail address={email} />
            </a>
          </dd>
        </div>
      )}
      {address && (
        <div>
          <dt>
            <Icon name="place" />
            {texts.address}
          </dt>
          <dd>
            <address>{address}</address>
          </dd>
        </div>
      )}
      {zipCode && (
        <div>
          <dt>
            <Icon name="post" />
            {texts.zipCode}
          </dt>
          <dd>{zipCode}</dd>
        </div>
      )}
      {wxAccount && (
        <div>
          <dt>
            <Icon name="chat" />
            {texts.wechat}
          </dt>
          <dd lang={languageOf(wxAccount)}>{wxAccount}</dd>
        </div>
      )}
    </dl>
  );
}

/** An address that may break behind its sign, and not in the middle of a word. */
function Mail({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
