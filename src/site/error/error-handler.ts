import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { createDeadline } from '../../content/backend/content.ts';
import { failureFields } from '../../http/middleware/request-log.ts';
import { isFragmentRequest } from '../../http/middleware/request-url.ts';
import { homePath } from '../../i18n/languages.ts';
import { type Texts, texts, translate } from '../../i18n/set-up.ts';
import {
  errorMessageKey,
  errorTextKey,
  failures,
  httpStatus,
  isNotFound,
  SiteError,
  toSiteError,
} from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import { errorAlternate, switchHref } from '../layout/build-page.ts';
import { bareLayout, buildLayout, readSiteData } from '../layout/page-context.ts';

/** Short: the failed page has already waited for the backend. */
const SITE_DATA_WAIT_MS = 50;

const BUSY_S = 5;

export const notFound: RequestHandler = () => {
  throw new SiteError('notFound');
};

type Dependencies = Pick<Services, 'content' | 'render' | 'readiness' | 'pictures'>;

/** Sends a whole page in the visitor's language, or JSON for a payload. The response is never cached. */
export function errors(services: Dependencies): ErrorRequestHandler {
  return async (error, request, response, _next) => {
    if (hasDisconnected(error)) return;
    const failure = toSiteError(error);
    request.failure = failure;
    if (response.headersSent) {
      // The request's log line is already written.
      request.log[failures[failure.kind].level](failureFields(failure), 'response was cut off');
      response.destroy();
      return;
    }
    response
      .status(httpStatus(failure.status))
      .set({ 'Cache-Control': 'no-store', 'Content-Language': request.parsedUrl.language });
    if (failure.kind === 'busy') response.set('Retry-After', `${BUSY_S}`);
    if (request.parsedUrl.isPayload) {
      const message = texts(request.parsedUrl.language)[errorMessageKey(failure)];
      response.json({ statusCode: failure.status, message });
      return;
    }
    // An error page must not replace a part of a page.
    if (isFragmentRequest(request)) response.set('HX-Reswap', 'none');
    response.type('text/html; charset=utf-8').send(await renderErrorPage(services, request, failure));
  };
}

/** Builds the page of a failure: image, text, one action and the request id. It has the menu if the content is available. */
async function renderErrorPage(services: Dependencies, request: Request, failure: SiteError) {
  const { content, render, readiness, pictures } = services;
  const { parsedUrl, id } = request;
  const { language } = parsedUrl;
  const reader = content.reader(language, createDeadline(SITE_DATA_WAIT_MS));
  const siteData = readiness.isReady() ? await readSiteData(reader).catch(() => undefined) : undefined;
  const own = texts(language);
  const layout = siteData ? buildLayout(siteData, own) : bareLayout(language, own);
  const isLost = isNotFound(failure.status);
  const { heading, hint } = errorTexts(failure, own);
  return render({
    language,
    head: {
      title: `${heading} | ${layout.shortName}`,
      keywords: own.keywords,
      alternates: [],
      openGraphType: 'website',
      jsonLd: [],
      indexed: false,
    },
    layout,
    breadcrumbs: [],
    switchHref: switchHref(await errorAlternate(reader, parsedUrl.segments, isLost), language),
    body: {
      kind: 'error',
      picture: isLost ? '404' : '500',
      text: heading,
      hint,
      action: isLost
        ? { href: homePath(language), text: texts(language).return }
        : { href: retryUrl(request), text: texts(language).retry },
      quote: isLost ? undefined : translate(language, 'quoteNumber', { number: id }),
    },
    pictures: pictures.sizeOf,
  });
}

/** A client that disconnects during a download is not a failure. */
const hasDisconnected = (error: Error & { code?: string }): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' ||
  error.name === 'AbortError' ||
  (error.cause instanceof Error && error.cause.name === 'AbortError');

/** Returns the requested URL, unless it leads to another site. */
const retryUrl = ({ parsedUrl }: Request): string => parsedUrl.target.replace(/^[/\\]*/u, '/');

function errorTexts({ status, text }: SiteError, texts: Texts) {
  if (text === 'receiptLinkCut') return { heading: texts.receiptLinkCut, hint: texts.receiptLinkCutHint };
  if (text === 'receiptLinkExpired')
    return { heading: texts.receiptLinkExpired, hint: texts.receiptLinkExpiredHint };
  const hint = isNotFound(status) ? texts['404hint'] : texts['500hint'];
  return { heading: texts[text ?? errorTextKey(status)], hint };
}
