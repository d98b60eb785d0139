import { isOwnLink, mirrorAddress } from './mirror-address.ts';

/** An attribute as React and the cleaning of editors' HTML write it; in a text a quotation mark is escaped. */
const ATTRIBUTE = / (href|src|srcset)="([^"]*)"/giu;

/** A picture's address for other sites, in an attribute or in JSON. */
const WHOLE_ADDRESS = /"(https?:\/\/[^"\s]+)"/gu;

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

/** A page of the site as the mirror has it, and the site's own links that it names, as they stood there. */
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

/** `srcset` names several, each with its width. */
const linksIn = (name: string, value: string): string[] =>
  name.toLowerCase() === 'srcset' ? value.split(',').map((one) => one.trim().split(' ')[0] ?? '') : [value];

/** What is named for other sites, by whole addresses: search engines and networks fetch pictures by these. */
function sharedPictures(html: string, siteUrl: string): string[] {
  return [...html.matchAll(WHOLE_ADDRESS)]
    .map(([, address = '']) => decoded(address))
    .filter((address) => address.startsWith(siteUrl))
    .map((address) => address.slice(siteUrl.length))
    .filter((address) => /^\/(?:files|media)\/./u.test(address));
}
