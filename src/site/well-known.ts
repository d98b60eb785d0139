import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { renderSVG } from 'uqr';
import { FORMER_WORKER, INK, PAPER } from '../../views/document.model.ts';
import { LANGUAGE_PATHS, ROOT_PATHS } from '../content/site-paths.ts';
import { parseQrCodePath } from '../content/urls.ts';
import { redirectToCanonical } from '../http/middleware/canonical-url.ts';
import { homePath, languageFacts } from '../i18n/languages.ts';
import { DAY_MS, SECOND_MS } from '../lib/days.ts';
import { SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';

/** Serves the site's own styles and images. Their names contain a hash, so they never change. */
export const assets = ({ distDir }: Pick<Services, 'distDir'>): RequestHandler =>
  express.static(path.join(distDir, 'assets'), {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '1y',
  });

const MAX_AGE_S = DAY_MS / SECOND_MS;

/** Redirects to the icon that old browsers request even if the page links to another one. */
export const favicon =
  ({ siteAssets }: Pick<Services, 'siteAssets'>): RequestHandler =>
  (_request, response) => {
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    response.redirect(302, siteAssets['images/favicon.ico'] ?? '/');
  };

/** Lets robots read everything. Search pages are `noindex`, which robots must read to see. */
export const robots =
  ({ config }: Pick<Services, 'config'>): RequestHandler =>
  (_request, response) => {
    const sitemapUrl = config.siteUrl + ROOT_PATHS.sitemap;
    response.type('text/plain').send(`User-agent: *\nAllow: /\n\nSitemap: ${sitemapUrl}\n`);
  };

/** Serves the verification file of search engines or WeChat that the path names, with the type of its extension. */
export const rootFile =
  ({ config }: Pick<Services, 'config'>): RequestHandler =>
  ({ parsedUrl }, response) => {
    const [name = ''] = parsedUrl.segments;
    response.set('Cache-Control', 'no-cache').type(name).send(config.rootFiles.get(name));
  };

/** Serves the script that removes the service worker and the caches of a former site. */
export const formerWorker =
  ({ siteAssets }: Pick<Services, 'siteAssets'>): RequestHandler =>
  (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('js').send(siteAssets[FORMER_WORKER]);
  };

/** RFC 9116, section 2.5.5, recommends less than a year. The text stays the same for a day. */
const EXPIRY_DAYS = 364;

/** Serves the vulnerability contact (RFC 9116), or a 404 without `SECURITY_CONTACT`. */
export const securityTxt =
  ({ config: { securityContact, siteUrl } }: Pick<Services, 'config'>): RequestHandler =>
  (_request, response) => {
    if (securityContact === undefined) throw new SiteError('notFound', { detail: 'no security contact' });
    const today = Date.now() - (Date.now() % DAY_MS);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + EXPIRY_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: zh, en',
      `Canonical: ${siteUrl}${ROOT_PATHS.securityTxt}`,
    ];
    response
      .set({ 'Cache-Control': `public, max-age=${MAX_AGE_S}`, 'Content-Type': 'text/plain; charset=utf-8' })
      .send(`${lines.join('\n')}\n`);
  };

type Dependencies = Pick<Services, 'siteAssets' | 'requestContexts'>;

/** Serves the name and icons for a phone's home screen (https://www.w3.org/TR/appmanifest/). */
export const webmanifest =
  ({ siteAssets, requestContexts }: Dependencies): RequestHandler =>
  async (request, response) => {
    const { reader } = requestContexts.contextOf(request);
    const path = languageFacts[reader.language].prefix + LANGUAGE_PATHS.webmanifest;
    if (redirectToCanonical(path, request, response)) return;
    const group = await reader.group();
    const icon = (name: string, side: number, purpose?: string) => ({
      src: siteAssets[`images/${name}`],
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose,
    });
    const body = {
      id: homePath(reader.language),
      name: group.name,
      short_name: group.shortName ?? group.name,
      lang: request.lng,
      start_url: homePath(reader.language),
      scope: '/',
      display: 'browser',
      background_color: PAPER,
      theme_color: INK,
      icons: [
        icon('icon-192.png', 192),
        icon('icon-512.png', 512),
        icon('icon-maskable.png', 512, 'maskable'),
      ],
    };
    response
      .set('Cache-Control', `public, max-age=${MAX_AGE_S}`)
      .type('application/manifest+json')
      .send(JSON.stringify(body));
  };

/** Width of the margin that scanners need. */
const QUIET_ZONE = 2;

/** Serves the QR code of a page's URL, which print-outs show. */
export function qr({ config }: Pick<Services, 'config'>): RequestHandler {
  return (request, response) => {
    const page = parseQrCodePath(request.parsedUrl.target);
    if (page === undefined) throw new SiteError('notFound');
    const body = qrCode(config.siteUrl + page);
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`).type('image/svg+xml').send(body);
  };
}

/** Builds a QR code (ISO/IEC 18004) as SVG, with error correction for 15 % of damage. */
export const qrCode = (text: string): string =>
  renderSVG(text, { ecc: 'M', border: QUIET_ZONE, blackColor: '#000', whiteColor: '#fff' });
