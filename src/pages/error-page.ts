import type { Page } from '../../views/document.model.ts';
import { homePath, type Language } from '../i18n/languages.ts';
import { type Texts, translate } from '../i18n/set-up.ts';
import { errorTextKey, isNotFound } from '../lib/failures.ts';
import { switchHref } from './alternate.ts';
import { bareLayout, layoutOf } from './layout.ts';
import type { SiteData } from './page-context.ts';

type ErrorOptions = {
  language: Language;
  texts: Texts;
  status: number;
  /** The address that was asked for, its query included: `Retry` leads there. */
  address: string;
  /** Finds the failure in the log; a 404 page does not show it. */
  requestId: string;
  /** Missing where the backend has no menu to give. */
  siteData?: SiteData;
  alternatePath: string;
};

/** The page of a failure: a picture, a text, the one thing to do, and the number to quote. */
export function errorPage(options: ErrorOptions): Page {
  const { language, texts, status, siteData } = options;
  const layout = siteData ? layoutOf(siteData, texts) : bareLayout(language, texts);
  const isLost = isNotFound(status);
  const text = texts[errorTextKey(status)];
  return {
    language,
    head: {
      title: `${text} | ${layout.shortName}`,
      keywords: texts.keywords,
      alternates: [],
      openGraphType: 'website',
      jsonLd: [],
      indexed: false,
    },
    layout,
    breadcrumbs: [],
    switchHref: switchHref(options.alternatePath, language),
    body: {
      kind: 'error',
      picture: isLost ? '404' : '500',
      text,
      hint: isLost ? texts['404hint'] : texts['500hint'],
      action: isLost
        ? { href: homePath(language), text: texts.return }
        : { href: options.address, text: texts.retry },
      quote: isLost ? undefined : translate(language, 'quoteNumber', { number: options.requestId }),
    },
  };
}
