import { languageOf, policeRecordHref } from '../../src/content/contact-details.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import { ContactDetails, WeChat } from '../components/contact-details.tsx';
import { LinkList } from '../components/links.tsx';
import type { Page, SiteAssets } from '../document.model.ts';

type Props = { page: Page; texts: Texts; assets: SiteAssets };

/** Register of filing numbers. Chinese law requires the link. */
const ICP_REGISTER = 'https://beian.miit.gov.cn/';

export function Footer({ page: { layout }, texts, assets }: Props) {
  const { contact, menu, legalLinks, icp, policeRecord } = layout;
  return (
    <footer className="footer">
      <img className="footer-ridge" src={assets['images/ridge.svg']} alt="" loading="lazy" decoding="async" />
      <div className="footer-body">
        <div className="footer-about">
          <p className="footer-name">{layout.siteName}</p>
          {layout.description && <p>{layout.description}</p>}
        </div>
        {contact && (
          <section className="footer-contact">
            <h2>
              {layout.contactHref ? <a href={layout.contactHref}>{texts.contactUs}</a> : texts.contactUs}
            </h2>
            <ContactDetails contact={contact} texts={texts} />
          </section>
        )}
        {contact && <WeChat contact={contact} texts={texts} />}
        {menu.length > 0 && (
          <nav className="footer-menu" aria-label={texts.sitemap}>
            <LinkList links={menu} />
          </nav>
        )}
        <div className="footer-legal">
          {layout.copyright && <p className="lines">{layout.copyright}</p>}
          {icp && <FilingNumber text={icp} href={ICP_REGISTER} />}
          {policeRecord && <FilingNumber text={policeRecord} href={policeRecordHref(policeRecord)} />}
          {legalLinks.length > 0 && (
            <nav className="footer-links" aria-label={texts.legalInformation}>
              <LinkList links={legalLinks} />
            </nav>
          )}
          <p>
            <a href={layout.feed}>{texts.feed}</a>
          </p>
        </div>
      </div>
    </footer>
  );
}

/** A filing number, linked to its register if it can be looked up there. */
const FilingNumber = ({ text, href }: { text: string; href?: string }) => (
  <p lang={languageOf(text)}>
    {href ? (
      <a href={href} rel="noopener noreferrer">
        {text}
      </a>
    ) : (
      text
    )}
  </p>
);
