import { type Language, languageFacts, otherLanguage } from '../../src/i18n/languages.ts';
import type { Texts } from '../../src/i18n/set-up.ts';

type Props = {
  href: string;
  /** Of the page that it stands on. */
  language: Language;
  texts: Texts;
  /** It comes with an answer to htmx, and takes the place of the one that is there. */
  isSwapped?: boolean;
};

export function LanguageSwitch({ href, language, texts, isSwapped }: Props) {
  const other = languageFacts[otherLanguage(language)].tag;
  const swap = isSwapped && { 'hx-swap-oob': 'true' };
  return (
    <a className="switch" id="_switch" href={href} lang={other} hrefLang={other} {...swap}>
      {texts.switchLanguage}
    </a>
  );
}
