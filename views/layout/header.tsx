import type { Texts } from '../../src/i18n/set-up.ts';
import type { Page } from '../../src/services/page-model.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { Menu } from './menu.tsx';
import { SearchForm } from './search-form.tsx';

type Props = { page: Page; texts: Texts };

/**
 * The menu is one list: a row with panels on wide screens, and on narrow ones a drawer that opens as a popover,
 * which needs no script and closes by Escape. A browser without popovers shows the list below the header.
 */
export function Header({ page: { frame, language, switchHref }, texts }: Props) {
  return (
    <header className="masthead">
      <div className="masthead-bar">
        <a className="brand" href={frame.home} aria-label={`${frame.shortName} – ${texts.home}`}>
          <Logo src={frame.logoUrl} />
          <span>{frame.shortName}</span>
        </a>{' '}
        <LanguageSwitch href={switchHref} language={language} texts={texts} />{' '}
        <button className="menu-button" type="button" popoverTarget="_menu">
          {texts.menu}
        </button>
      </div>
      <div className="drawer" id="_menu" popover="auto">
        <div className="drawer-head">
          <p>{texts.menu}</p>
          <button className="drawer-close" type="button" popoverTarget="_menu" popoverTargetAction="hide">
            {texts.closeMenu}
          </button>
        </div>
        <SearchForm action={frame.searchAction} texts={texts} id="_keyword" />
        <Menu menu={frame.menu} label={texts.mainNavigation} />
      </div>
    </header>
  );
}
