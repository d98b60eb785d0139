import { languageOf } from '../../src/content/language-of.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { Contact } from './contact-details.tsx';

/** The code that people scan to follow the group, on white: scanners need the contrast in dark mode too. */
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
