import type { Texts } from '../../src/i18n/set-up.ts';
import type { Page } from '../document.model.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { MENU_ID } from './menu.tsx';

type Props = { page: Page; texts: Texts };

/** The header of every page. The menu itself comes last, so that text browsers reach the content first. */
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
