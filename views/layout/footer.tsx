import { languageOf, linkPoliceRecords, type TextPart } from '../../src/content/contact-details.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import { ContactDetails, LinkedText, WeChat } from '../components/contact-details.tsx';
import { LinkList } from '../components/links.tsx';
import type { DocumentModel, SiteAssets } from '../document.model.ts';

type Props = { page: DocumentModel; texts: Texts; assets: SiteAssets };

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
          {icp && <FilingNumber parts={[{ text: icp, href: ICP_REGISTER }]} />}
          {policeRecord && <FilingNumber parts={linkPoliceRecords(policeRecord)} />}
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

/** Filing numbers, linked to their register if they can be looked up there. */
const FilingNumber = ({ parts }: { parts: TextPart[] }) => (
  <p lang={parts.some(({ text }) => languageOf(text)) ? 'zh-CN' : undefined}>
    <LinkedText parts={parts} />
  </p>
);
