import type { Assets } from '../backend/assets.ts';
import type { Safe } from '../backend/schemas.ts';
import { safeLink } from '../content/links.ts';
import { cleanHtml } from '../content/rich-text.ts';
import type { Language } from '../i18n/languages.ts';
import { texts } from '../i18n/set-up.ts';

/** Makes editors' content safe to show, with the site's own addresses for assets. */
export const createSafe = (
  assets: Pick<Assets, 'href' | 'linkHref' | 'externalHref'>,
  language: Language,
): Safe => ({
  assetHref: assets.href,
  fileHref: (url) => assets.href(url) ?? assets.externalHref(url),
  linkHref: (url) => safeLink(assets.linkHref(url) ?? ''),
  html: (html) =>
    cleanHtml(html, {
      assetHref: assets.href,
      linkHref: assets.linkHref,
      tableLabel: texts(language).table,
    }),
});
