import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { createDeadline } from '../backend/deadline.ts';
import { asFailure, Failure, failures, httpStatus } from '../failures.ts';
import { texts } from '../i18n/set-up.ts';
import { type Ground, readGround } from '../services/context.ts';
import { errorPage } from '../services/error-page.ts';
import type { Services } from '../services/index.ts';

/** A failed page has waited already: its menu is taken where it is at hand, in milliseconds. */
const GROUND_WAIT_MS = 50;

/** What no route answered is not there. */
export const notFound: RequestHandler = () => {
  throw new Failure('notFound');
};

/** Every failure ends here: logged by its row, answered by a whole page in the visitor's language, never cached. */
export function errors({ content, render, readiness }: Services): ErrorRequestHandler {
  const groundFor = async (request: Request): Promise<Ground | undefined> => {
    if (!readiness.isReady()) return undefined;
    return readGround(content.reader(request.lng, createDeadline(GROUND_WAIT_MS))).catch(() => undefined);
  };

  return async (error, request, response, _next) => {
    if (hasLeft(error)) return;
    const failure = asFailure(error);
    const { level, message } = failures[failure.kind];
    request.log[level]({ failure: failure.message, status: failure.status, err: failure.cause }, message);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const language = request.lng ?? 'zh';
    const page = errorPage({
      language,
      texts: texts(language),
      status: failure.status,
      address: retryAddress(request),
      ground: await groundFor(request),
    });
    response
      .status(httpStatus(failure.status))
      .set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
      .send(render(page));
  };
}

/** A visitor who goes away in the middle of a file is nobody's error. */
const hasLeft = (error: Error & { code?: string }): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' ||
  error.name === 'AbortError' ||
  (error.cause instanceof Error && error.cause.name === 'AbortError');

/** The address to try again: as it was asked for, but never one that leads off the site. */
const retryAddress = ({ originalUrl }: Request): string => originalUrl.replace(/^[/\\]*/u, '/');
