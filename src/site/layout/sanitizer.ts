import type { Sanitizer } from '../../content/backend/schemas.ts';
import { completeLink, toSafeLink } from '../../content/links.ts';
import { cleanHtml, readPlainLines } from '../../content/text/rich-text.ts';
import type { Language } from '../../i18n/languages.ts';
import { texts, translate } from '../../i18n/set-up.ts';
import { isSigned, type MediaUrls } from '../../media/media-urls.ts';

/** Sanitises editors' content and replaces media URLs with the site's own. */
export const createSanitizer = (
  mediaUrls: Pick<MediaUrls, 'href' | 'linkHref' | 'externalHref'>,
  language: Language,
): Sanitizer => ({
  mediaHref: (url) => mediaUrls.href(completeLink(url)),
  fileHref(url, name) {
    const link = completeLink(url);
    return mediaUrls.href(link, name) ?? mediaUrls.externalHref(link);
  },
  linkHref: (url) => toSafeLink(mediaUrls.linkHref(completeLink(url)) ?? ''),
  html(html) {
    const signedUrls: string[] = [];
    const note = (url: string): string => {
      if (isSigned(url)) signedUrls.push(url);
      return url;
    };
    const text = cleanHtml(html, {
      mediaHref: (url) => mediaUrls.href(note(url)),
      linkHref: (url) => mediaUrls.linkHref(note(url)),
      mediaText: (kind, name) =>
        ({
          video: translate(language, 'videoLink', { name }),
          audio: translate(language, 'audioLink', { name }),
          frame: translate(language, 'frameLink', { name }),
        })[kind],
      imageText: texts(language).picture,
      tableLabel: texts(language).table,
    });
    return { ...text, signedUrls };
  },
  plainLines: (html) => readPlainLines(html, 'too much text before it in the list'),
});
