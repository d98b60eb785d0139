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
  /** Catalogue key of the text, if the status does not decide it. */
  text?: 'submissionFailed';
  /** The requested address with its query, for `Retry`. */
  address: string;
  /** Shown to find the failure in the log; not on a 404 page. */
  requestId: string;
  /** Undefined if the backend has not returned a menu. */
  siteData?: SiteData;
  alternatePath: string;
};

/** The page of a failure: picture, text, one action and the request number. */
export function errorPage(options: ErrorOptions): Page {
  const { language, texts, status, siteData } = options;
  const layout = siteData ? layoutOf(siteData, texts) : bareLayout(language, texts);
  const isLost = isNotFound(status);
  const text = texts[options.text ?? errorTextKey(status)];
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
