import type { Request, RequestHandler, Response } from 'express';
import type { Page } from '../../views/document.model.ts';
import type { PageDependencies } from '../backend/page-dependencies.ts';
import { PAYLOAD, payloadAddress } from '../content/payload-address.ts';
import type { Language } from '../i18n/languages.ts';
import type { RequestKind } from '../metrics/request-figures.ts';
import { answerWith } from '../response-cache/answer.ts';
import type { PageCache } from '../response-cache/page-cache.ts';
import { payloadOf } from '../response-cache/payload.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Takes `_payload.json` from the path and notes it, so that the page's own route builds the page. */
export const payload: RequestHandler = (request, _response, next) => {
  const { address } = request;
  if (address.segments.at(-1) === PAYLOAD && !address.hasTrailingSlash) {
    request.isPayloadAsked = true;
    address.segments = address.segments.slice(0, -1);
  }
  next();
};

type Kept = {
  address: string;
  page: Page;
  about: { kind: RequestKind; language: Language };
  dependencies: PageDependencies;
};

/** Answers with what a page is rendered from, and keeps the bytes for the next requests. */
export function sendKeptPayload(
  pages: PageCache,
  request: Request,
  response: Response,
  { address, page, about, dependencies }: Kept,
): void {
  const kept = pages.keep(
    payloadAddress(address),
    payloadOf(page),
    { type: JSON_TYPE, ...about },
    dependencies,
  );
  answerWith(request, response, kept);
}

/** Answers with what a page is rendered from. */
export function sendPayload(response: Response, page: Page): void {
  response.type(JSON_TYPE).send(payloadOf(page));
}
