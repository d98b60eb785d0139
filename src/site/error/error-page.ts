import { homePath, type Language } from '../../i18n/languages.ts';
import { type Texts, translate } from '../../i18n/set-up.ts';
import { errorTextKey, type FailureText, isNotFound } from '../../lib/failures.ts';
import { switchHref } from '../layout/alternate.ts';
import { bareLayout, layoutOf } from '../layout/layout.ts';
import type { Page } from '../layout/page.ts';
import type { SiteData } from '../layout/page-context.ts';

type ErrorOptions = {
  language: Language;
  texts: Texts;
  status: number;
  text?: FailureText;
  /** The requested URL with its query, for `Retry`. */
  address: string;
  /** Helps to find the failure in the log; not shown on a 404 page. */
  requestId: string;
  /** Undefined if the backend has not returned a menu. */
  siteData?: SiteData;
  alternatePath: string;
};

/** Builds the page of a failure: picture, text, one action and the request id. */
export function errorPage(options: ErrorOptions): Page {
  const { language, texts, status, siteData } = options;
  const layout = siteData ? layoutOf(siteData, texts) : bareLayout(language, texts);
  const isLost = isNotFound(status);
  const { heading, hint } = wordsOf(options);
  return {
    language,
    head: {
      title: `${heading} | ${layout.shortName}`,
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
      text: heading,
      hint,
      action: isLost
        ? { href: homePath(language), text: texts.return }
        : { href: options.address, text: texts.retry },
      quote: isLost ? undefined : translate(language, 'quoteNumber', { number: options.requestId }),
    },
  };
}

/** Returns the heading and hint of a failure. */
function wordsOf({ texts, status, text }: Pick<ErrorOptions, 'texts' | 'status' | 'text'>) {
  if (text === 'receiptLinkCut') return { heading: texts.receiptLinkCut, hint: texts.receiptLinkCutHint };
  if (text === 'receiptLinkExpired')
    return { heading: texts.receiptLinkExpired, hint: texts.receiptLinkExpiredHint };
  const hint = isNotFound(status) ? texts['404hint'] : texts['500hint'];
  return { heading: texts[text ?? errorTextKey(status)], hint };
}
