import { isOwnLink, mirrorAddress } from './mirror-address.ts';

/** An attribute as React and the sanitizer write it. Quotation marks in texts are escaped. */
const ATTRIBUTE = / (href|src|srcset)="([^"]*)"/giu;

/** An absolute URL in an attribute or in JSON. */
const ABSOLUTE_URL = /"(https?:\/\/[^"\s]+)"/gu;

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};
const decoded = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#x27|#39);/gu, (entity) => ENTITIES[entity] ?? entity);
const encoded = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Rewrites a page for the mirror. `links` are the original links to the site. */
export function mirrorHtml(html: string, siteUrl: string): { html: string; links: string[] } {
  const links = sharedPictures(html, siteUrl);
  const written = html.replace(ATTRIBUTE, (whole, name: string, value: string) => {
    const own = linksIn(name, decoded(value)).filter(isOwnLink);
    links.push(...own);
    const [link] = own;
    if (name !== 'href' || link === undefined) return whole;
    return ` href="${encoded(mirrorAddress(link)?.href ?? link)}"`;
  });
  return { html: written, links };
}

/** `srcset` contains several, each with a width. */
const linksIn = (name: string, value: string): string[] =>
  name.toLowerCase() === 'srcset' ? value.split(',').map((one) => one.trim().split(' ')[0] ?? '') : [value];

/** Pictures for search engines and social networks, which are named by absolute URLs. */
function sharedPictures(html: string, siteUrl: string): string[] {
  return [...html.matchAll(ABSOLUTE_URL)]
    .map(([, address = '']) => decoded(address))
    .filter((address) => address.startsWith(siteUrl))
    .map((address) => address.slice(siteUrl.length))
    .filter((address) => /^\/(?:files|media)\/./u.test(address));
}
