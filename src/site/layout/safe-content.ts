import type { Safe } from '../../content/backend/schemas.ts';
import { completeLink, toSafeLink } from '../../content/links.ts';
import type { RichTextOptions } from '../../content/text/media-links.ts';
import { cleanHtml, readPlainLines } from '../../content/text/rich-text.ts';
import type { Language } from '../../i18n/languages.ts';
import { texts, translate } from '../../i18n/set-up.ts';
import type { Assets } from '../../media/assets.ts';

const mediaText =
  (language: Language): RichTextOptions['mediaText'] =>
  (kind, name) => {
    if (kind === 'video') return translate(language, 'videoLink', { name });
    if (kind === 'audio') return translate(language, 'audioLink', { name });
    return translate(language, 'frameLink', { name });
  };

/** Sanitises editors' content and replaces asset URLs with the site's own. */
export const createSafe = (
  assets: Pick<Assets, 'href' | 'linkHref' | 'externalHref'>,
  language: Language,
): Safe => ({
  assetHref: assets.href,
  fileHref: (url, name) => assets.href(url, name) ?? assets.externalHref(url),
  linkHref: (url) => toSafeLink(assets.linkHref(completeLink(url)) ?? ''),
  html: (html) =>
    cleanHtml(html, {
      assetHref: assets.href,
      linkHref: assets.linkHref,
      mediaText: mediaText(language),
      imageText: texts(language).picture,
      tableLabel: texts(language).table,
    }),
  plainLines: (html) => readPlainLines(html, 'too much text before it in the list'),
});
