import type { Request, Response } from 'express';
import type { Page } from '../../views/page-model.ts';
import type { Deadline } from '../backend/deadline.ts';
import { createPageDependencies, type PageDependencies } from '../backend/page-dependencies.ts';
import type { Reader } from '../backend/reader.ts';
import { encodePath } from '../content/links.ts';
import { payloadAddress } from '../content/payload-address.ts';
import { texts } from '../i18n/set-up.ts';
import { type Ground, type PageContext, readGround } from '../pages/context.ts';
import { answerWith } from '../response-cache/answer.ts';
import { AGE_HEADER, contentAge } from '../response-cache/content-age.ts';
import { payloadHash, payloadOf } from '../response-cache/payload.ts';
import type { Services } from '../services.ts';

/** What a page is built with, in the language of the request. */
export function contextOf({ content, config }: Services, request: Request): PageContext {
  const { lng, t } = request;
  const reader = content.reader(lng, undefined, dependenciesOf(request));
  return { reader, texts: texts(lng), t, siteUrl: config.siteUrl };
}

const dependenciesOfRequests = new WeakMap<Request, PageDependencies>();

/** The answers that a request's page is made of, whoever asks for them. */
function dependenciesOf(request: Request): PageDependencies {
  const dependencies = dependenciesOfRequests.get(request) ?? createPageDependencies();
  dependenciesOfRequests.set(request, dependencies);
  return dependencies;
}

/** Says to machines how old the content of an answer is. */
export function tellAge(
  response: Response,
  dependencies: PageDependencies = dependenciesOf(response.req),
): void {
  const storedAt = dependencies.storedAt();
  if (storedAt !== undefined) response.set(AGE_HEADER, contentAge(storedAt));
}

export type Setting = { context: PageContext; ground: Ground };

const settings = new WeakMap<Request, Promise<Setting>>();

/** What a page is built with and the ground it stands on: asked once for a request, however many look at it. */
export function settingOf(services: Services, request: Request): Promise<Setting> {
  const known = settings.get(request);
  if (known) return known;
  const context = contextOf(services, request);
  const setting = readGround(context.reader).then((ground) => ({ context, ground }));
  settings.set(request, setting);
  return setting;
}

const HTML_TYPE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a rendered page, and keeps its bytes for all who ask for it next. */
export async function sendPage(
  services: Services,
  request: Request,
  response: Response,
  page: Page,
  { language, dependencies, within }: Reader,
): Promise<void> {
  const { render, pages, config } = services;
  const address = page.head.canonical?.slice(config.siteUrl.length) ?? '';
  const { kind = 'page' } = request;
  if (request.isPayloadAsked) {
    const about = { type: JSON_TYPE, kind, language };
    const payload = pages.keep(payloadAddress(address), payloadOf(page), about, dependencies);
    return answerWith(request, response, payload);
  }
  const { page: whole, isWhole, isPartial } = await withPictures(services, page, within);
  if (!isWhole) dependencies.markMissing();
  if (isPartial) dependencies.markPartial();
  // Of the page alone: what is learnt of its pictures later does not make it another one.
  const html = render(whole, payloadHash(page));
  answerWith(request, response, pages.keep(address, html, { type: HTML_TYPE, kind, language }, dependencies));
}

/** A page with what is known of its pictures, which are waited for no longer than all else. */
export async function withPictures({ pictures }: Services, page: Page, within?: Deadline) {
  const looked = pictures.of(page);
  const late = () => ({ pictures: pictures.known(page), isWhole: false, isPartial: true });
  const { pictures: known, ...how } = await (within?.(looked).catch(late) ?? looked);
  return { page: { ...page, pictures: known }, ...how };
}

/** Sends what is rendered of a page of which there are too many to keep: all of it, or the part that htmx asked for. */
export async function sendOnce(
  services: Services,
  request: Request,
  response: Response,
  page: Page,
  { within }: Reader,
  render: (page: Page) => string,
): Promise<void> {
  response.set('Cache-Control', 'no-cache');
  tellAge(response);
  if (request.isPayloadAsked) response.type(JSON_TYPE).send(payloadOf(page));
  else response.type(HTML_TYPE).send(render((await withPictures(services, page, within)).page));
}

/**
 * Leads to the address as the site writes it where the request has a trailing slash or another case. Other ways to
 * write the same letters (percent escapes) are left alone: proxies rewrite them, and a redirect could go in a circle.
 */
export function redirectedTo(path: string, request: Request, response: Response): boolean {
  const { address, isPayloadAsked } = request;
  const isPrefixExact = address.prefix === address.prefix.toLowerCase();
  const asked = encodePath(address.segments, address.language);
  if (asked === path && isPrefixExact && !address.hasTrailingSlash) return false;
  const asIs = isPayloadAsked ? payloadAddress(path) : path;
  response.set(ASKED_AGAIN).redirect(308, `${asIs}${address.search}`);
  return true;
}

/** Of a redirect that depends on content: it leads elsewhere as soon as the content does. */
export const ASKED_AGAIN = { 'Cache-Control': 'no-cache' };
