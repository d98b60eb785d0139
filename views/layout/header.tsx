import { type ReactNode, use } from 'react';
import { imageAttributes, isUnreadableImage } from '../../src/content/resized-pictures.ts';
import { type Language, languageFacts, otherLanguage } from '../../src/i18n/languages.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { Link } from '../components/links.tsx';
import { ImageSizeContext, Picture } from '../components/picture.tsx';
import { Phrases } from '../components/text.tsx';
import type { DocumentModel, Layout, MenuEntry } from '../document.model.ts';

const MENU_ID = '_menu';

/** The header of every page. The menu follows at the end, so that text browsers show the content first. */
export function Header({ page, texts }: { page: DocumentModel; texts: Texts }) {
  const { layout, language, switchHref } = page;
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

/** Height and maximum width of the logo on wide screens, in pixels. */
const LOGO_HEIGHT = 44;
const LOGO_MAX_WIDTH = 160;

/** The group's logo; the name next to it is its text alternative. */
function Logo({ src }: { src?: string }) {
  const file = src ? use(ImageSizeContext)(src) : undefined;
  if (!src || isUnreadableImage(file)) return null;
  const { width, height } = file ?? { width: LOGO_HEIGHT, height: LOGO_HEIGHT };
  const shownWidth = Math.min(Math.round((LOGO_HEIGHT * width) / height), LOGO_MAX_WIDTH);
  const display = { sizes: `${shownWidth}px`, maxWidth: 2 * shownWidth };
  return <img {...imageAttributes(src, file, display)} alt="" width={width} height={height} />;
}

type SwitchProps = {
  href: string;
  language: Language;
  texts: Texts;
  /** True in an htmx response, which replaces the switch of the page. */
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

/** A plain link to its id opens it as a drawer without scripts. On wide screens it is a row of the header with panels. */
export function Menu({ layout, texts }: { layout: Layout; texts: Texts }) {
  return (
    <div className="menu" id={MENU_ID}>
      <div className="menu-head">
        <p>{texts.menu}</p>
        <a className="menu-close" href="#_main">
          {texts.closeMenu}
        </a>
      </div>
      <SearchForm action={layout.searchAction} texts={texts} id="_keyword" />
      {layout.menu.length > 0 && (
        <nav className="menu-items" aria-label={texts.mainNavigation}>
          <ul>
            {layout.menu.map((entry) => (
              <li key={entry.href}>
                <MenuLink entry={entry} />
                {entry.children.length > 0 && <Panel entry={entry} />}
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

function Panel({ entry }: { entry: MenuEntry }) {
  return (
    <div className="menu-panel">
      {entry.description && <p>{entry.description}</p>}
      <ul>
        {entry.children.map((child) => (
          <li key={child.href}>
            <MenuLink entry={child} />
            {child.description && <p>{child.description}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The description is outside the link, so that screen readers read a short name. */
const MenuLink = ({ entry }: { entry: MenuEntry }) => (
  <a href={entry.href} aria-current={entry.current}>
    {entry.text}
  </a>
);

type SearchProps = {
  action: string;
  texts: Texts;
  id: string;
  keyword?: string;
  label?: string;
  swap?: Record<`hx-${string}`, string>;
};

export function SearchForm({ action, texts, id, keyword, label, swap }: SearchProps) {
  return (
    <form className="search-form" role="search" aria-label={label} action={action} {...swap}>
      <label className="visually-hidden" htmlFor={id}>
        {texts.search}
      </label>
      <input
        id={id}
        type="search"
        name="keyword"
        placeholder={texts.searchPlaceholder}
        defaultValue={keyword}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button type="submit">{texts.search}</button>
    </form>
  );
}

type PageHeadProps = {
  title: string;
  lead?: string;
  picUrl?: string;
  breadcrumbs: Link[];
  texts: Texts;
  children?: ReactNode;
};

/** The top of every page except home: breadcrumbs, title and banner. */
export function PageHead({ title, lead, picUrl, breadcrumbs, texts, children }: PageHeadProps) {
  return (
    <div className={picUrl ? 'page-head page-head-pictured' : 'page-head'}>
      <div className="page-head-words">
        <Breadcrumbs links={breadcrumbs} label={texts.breadcrumbs} />
        <h1>
          <Phrases text={title} />
        </h1>
        {lead && <p className="lead lines">{lead}</p>}
        {children}
      </div>
      <Picture src={picUrl} display="head" className="page-head-picture" isFirst />
    </div>
  );
}

function Breadcrumbs({ links, label }: { links: Link[]; label: string }) {
  if (links.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={label}>
      <ol>
        {links.map(({ href, text }, index) => (
          <li key={href}>
            {index === links.length - 1 ? <span aria-current="page">{text}</span> : <a href={href}>{text}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
