import type { Texts } from '../../src/i18n/set-up.ts';
import type { Page } from '../page-model.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { MENU_ID } from './menu.tsx';

type Props = { page: Page; texts: Texts };

/** What stands above every page. The menu itself is the last part of a page: a text browser reaches the words first. */
export function Header({ page: { frame, language, switchHref }, texts }: Props) {
  return (
    <header className="masthead">
      <div className="masthead-bar">
        <a className="brand" href={frame.home} aria-label={`${frame.shortName} – ${texts.home}`}>
          <Logo src={frame.logoUrl} />
          <span>{frame.shortName}</span>
        </a>{' '}
        <LanguageSwitch href={switchHref} language={language} texts={texts} />{' '}
        <a className="menu-button" href={`#${MENU_ID}`}>
          {texts.menu}
        </a>
      </div>
    </header>
  );
}
