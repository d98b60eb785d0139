import type { Texts } from '../../src/i18n/set-up.ts';
import type { Layout, MenuEntry } from '../document.model.ts';

type Props = { layout: Layout; texts: Texts };

export const MENU_ID = '_menu';

/** A plain link to its id opens it as a drawer without scripts. On wide screens it is a row of the header with panels. */
export function Menu({ layout, texts }: Props) {
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
  /** htmx attributes. */
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
