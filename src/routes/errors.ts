import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { createDeadline } from '../backend/deadline.ts';
import { addressOf } from '../http/middleware/address.ts';
import { isFragmentRequest } from '../http/middleware/fragment.ts';
import { failureFields } from '../http/middleware/request-log.ts';
import { texts } from '../i18n/set-up.ts';
import { asFailure, errorMessageKey, Failure, failures, httpStatus, isNotFound } from '../lib/failures.ts';
import { errorAlternate } from '../pages/alternate.ts';
import { errorPage } from '../pages/error-page.ts';
import { readSiteData } from '../pages/page-context.ts';
import type { Services } from '../services.ts';

/** A failed page has already waited: the menu of its error page must come within this time, in milliseconds. */
const SITE_DATA_WAIT_MS = 50;

/** The delay before a retry while the site is busy, in seconds. */
const BUSY_S = 5;

/** A request that no route answered is a 404. */
export const notFound: RequestHandler = () => {
  throw new Failure('notFound');
};

type Dependencies = Pick<Services, 'content' | 'render' | 'readiness' | 'pictures'>;

/**
 * Every failure ends here: noted for the request's log line, answered by a whole page in the visitor's language (a payload's
 * as JSON), never cached.
 */
export function errors(services: Dependencies): ErrorRequestHandler {
  return async (error, request, response, _next) => {
    if (hasLeft(error)) return;
    const failure = asFailure(error);
    request.failure = failure;
    if (response.headersSent) {
      // The request's line is written by now: its connection has gone with the transfer.
      request.log[failures[failure.kind].level](failureFields(failure), 'answer was cut');
      response.destroy();
      return;
    }
    const status = httpStatus(failure.status);
    response.status(status).set({ 'Cache-Control': 'no-store', 'Content-Language': request.lng });
    if (failure.kind === 'busy') response.set('Retry-After', `${BUSY_S}`);
    if (addressOf(request).isPayload) {
      response.json({ statusCode: status, message: texts(request.lng)[errorMessageKey(status)] });
      return;
    }
    // htmx keeps what it shows: an error page does not belong into a form.
    if (isFragmentRequest(request)) response.set('HX-Reswap', 'none');
    response.type('text/html; charset=utf-8').send(await pageOf(services, request, failure));
  };
}

/** The page of a failure, with the menu where the content is there. */
async function pageOf(services: Dependencies, request: Request, failure: Failure): Promise<string> {
  const { content, render, readiness, pictures } = services;
  const { lng: language } = request;
  const reader = content.reader(language, createDeadline(SITE_DATA_WAIT_MS));
  const page = errorPage({
    language,
    texts: texts(language),
    status: failure.status,
    address: retryAddress(request),
    requestId: request.id,
    siteData: readiness.isReady() ? await readSiteData(reader).catch(() => undefined) : undefined,
    alternatePath: await errorAlternate(reader, addressOf(request).segments, isNotFound(failure.status)),
  });
  return render({ ...page, pictures: pictures.known(JSON.stringify(page)) });
}

/** A visitor who leaves during a download is not a failure. */
const hasLeft = (error: Error & { code?: string }): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' ||
  error.name === 'AbortError' ||
  (error.cause instanceof Error && error.cause.name === 'AbortError');

/** The address to try again: as it was asked for, but never one that leads off the site. */
const retryAddress = ({ originalUrl }: Request): string => originalUrl.replace(/^[/\\]*/u, '/');
