import type { Request, Response } from 'express';
import type { Reader } from '../backend/content.ts';
import { encodePath } from '../content/links.ts';
import { payloadAddress } from '../content/payload-address.ts';
import { texts } from '../i18n/set-up.ts';
import { answerWith } from '../services/bytes/answer.ts';
import { payloadHash, payloadOf } from '../services/bytes/payload.ts';
import { type Ground, type PageContext, readGround } from '../services/context.ts';
import type { Services } from '../services/index.ts';
import type { Page } from '../services/page-model.ts';

/** What a page is built with, in the language of the request. */
export const contextOf = ({ content, config }: Services, { lng, t }: Request): PageContext => ({
  reader: content.reader(lng),
  texts: texts(lng),
  t,
  siteUrl: config.siteUrl,
});

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
  { uses }: Reader,
): Promise<void> {
  const { render, pages, config } = services;
  const address = page.head.canonical?.slice(config.siteUrl.length) ?? '';
  const { kind = 'page' } = request;
  if (request.isPayloadAsked) {
    const payload = pages.keep(payloadAddress(address), payloadOf(page), { type: JSON_TYPE, kind }, uses);
    return answerWith(request, response, payload);
  }
  const { page: whole, isWhole, isHasty } = await withPictures(services, page);
  if (!isWhole) uses.missed();
  if (isHasty) uses.hastened();
  // Of the page alone: what is learnt of its pictures later does not make it another one.
  const html = render(whole, payloadHash(page));
  answerWith(request, response, pages.keep(address, html, { type: HTML_TYPE, kind }, uses));
}

/** A page with what is known of its pictures. */
export async function withPictures({ pictures }: Services, page: Page) {
  const { pictures: known, ...how } = await pictures.of(page);
  return { page: { ...page, pictures: known }, ...how };
}

/** Sends what is rendered of a page of which there are too many to keep: all of it, or the part that htmx asked for. */
export async function sendOnce(
  services: Services,
  request: Request,
  response: Response,
  page: Page,
  render: (page: Page) => string,
): Promise<void> {
  response.set('Cache-Control', 'no-cache');
  if (request.isPayloadAsked) response.type(JSON_TYPE).send(payloadOf(page));
  else response.type(HTML_TYPE).send(render((await withPictures(services, page)).page));
}

/**
 * Leads to the address as the site writes it where the request has a trailing slash or another case. Other ways to
 * write the same letters (percent escapes) are left alone: proxies rewrite them, and a redirect could go in a circle.
 */
export function redirectedTo(path: string, { address }: Request, response: Response): boolean {
  const isPrefixExact = address.prefix === address.prefix.toLowerCase();
  const asked = encodePath(address.segments, address.language);
  if (asked === path && isPrefixExact && !address.hasTrailingSlash) return false;
  response.redirect(308, `${path}${address.search}`);
  return true;
}
