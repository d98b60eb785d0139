import { use } from 'react';
import { imageAttributes, isUnreadableImage } from '../../src/content/resized-pictures.ts';
import { type Language, languageFacts, otherLanguage } from '../../src/i18n/languages.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import { DISPLAY_SIZES, ImageSizeContext } from '../components/picture.tsx';
import type { DocumentModel } from '../document.model.ts';
import { MENU_ID } from './menu.tsx';

type Props = { page: DocumentModel; texts: Texts };

/** The header of every page. The menu follows at the end, so that text browsers show the content first. */
export function Header({ page: { layout, language, switchHref }, texts }: Props) {
  return (
    <header className="header">
      <div className="header-bar">
        <a className="brand" href={layout.home} aria-label={`${layout.shortName} – ${texts.home}`}>
          <Logo src={layout.logoUrl} />
          <span>{layout.shortName}</span>
        </a>{' '}
        <LanguageSwitch href={switchHref} language={language} texts={texts} />{' '}
        <a className="menu-button" href={`#${MENU_ID}`}>
          {texts.menu}
        </a>
      </div>
    </header>
  );
}

/** The group's logo; the name next to it is its text alternative. */
function Logo({ src }: { src?: string }) {
  const file = src ? use(ImageSizeContext)(src) : undefined;
  if (!src || isUnreadableImage(file)) return null;
  return <img {...imageAttributes(src, file, DISPLAY_SIZES.mark)} alt="" width="40" height="40" />;
}

type SwitchProps = {
  href: string;
  /** Language of the page. */
  language: Language;
  texts: Texts;
  /** True in an htmx response, where the switch replaces that of the page. */
  isSwapped?: boolean;
};

export function LanguageSwitch({ href, language, texts, isSwapped }: SwitchProps) {
  const other = languageFacts[otherLanguage(language)].tag;
  const swap = isSwapped && { 'hx-swap-oob': 'true' };
  return (
    <a className="switch" id="_switch" href={href} lang={other} hrefLang={other} {...swap}>
      {texts.switchLanguage}
    </a>
  );
}
