import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { languageOfPath } from '../i18n/languages.ts';
import { isGone } from '../lib/failures.ts';
import { renderRedirect } from '../pages/render.tsx';
import type { Found, FoundAddresses } from './found-addresses.ts';
import { isOwnLink, mirrorAddress } from './mirror-address.ts';
import type { MirrorFolder } from './mirror-folder.ts';
import { mirrorHtml } from './mirror-html.ts';
import type { MirroredSite } from './mirrored-site.ts';

const OK = 200;
const NOT_MODIFIED = 304;

/** An address could not be fetched. `isGone`: the site says that it does not exist. */
export class FetchFailed extends Error {
  readonly isGone: boolean;

  constructor(message: string, gone: boolean) {
    super(message);
    this.isGone = gone;
  }
}

type Options = {
  get: MirroredSite['get'];
  siteUrl: string;
  put: MirrorFolder['put'];
  folder: Pick<MirrorFolder, 'etagOf' | 'keep'>;
  found: Pick<FoundAddresses, 'add'>;
};

/** Returns a function that writes an address of the site to the mirror and collects the links of its page. It may reject with `FetchFailed`. */
export function createSaver({ get, siteUrl, put, folder, found }: Options) {
  return save;

  /** `status` is the expected status, also that of an error page. */
  async function save(address: Found, status = OK): Promise<'page' | 'file'> {
    const etag = await folder.etagOf(address.file);
    const { response, failure } = await get(address.requested, etag ? { 'if-none-match': etag } : {});
    const { statusCode = 0, headers } = response;
    if (statusCode === NOT_MODIFIED) {
      response.resume();
      await folder.keep(address.file);
      return 'file';
    }
    if (headers.location !== undefined) {
      response.resume();
      return saveRedirect(address, headers.location);
    }
    if (statusCode !== status) {
      await text(response);
      throw new FetchFailed(failure() ?? `status ${statusCode}`, isGone(statusCode));
    }
    return isPage(response) ? savePage(address, await text(response)) : saveFile(address, response);
  }

  async function savePage({ file, requested }: Found, html: string): Promise<'page'> {
    const page = mirrorHtml(html, siteUrl);
    for (const link of page.links) found.add(link, requested);
    await put(file, Buffer.from(page.html));
    return 'page';
  }

  async function saveFile({ file, requested }: Found, response: IncomingMessage): Promise<'file'> {
    if (!requested.endsWith('/sitemap.xml')) await put(file, response, response.headers.etag);
    else {
      const xml = await text(response);
      for (const [, address = ''] of xml.matchAll(/<loc>([^<]*)<\/loc>/gu))
        found.add(address.slice(siteUrl.length).replaceAll('&amp;', '&') || '/', requested);
      await put(file, Buffer.from(xml));
    }
    return 'file';
  }

  /** Writes an HTML page that redirects. A file cannot redirect: it is replaced by its target. */
  async function saveRedirect(address: Found, location: string): Promise<'page' | 'file'> {
    const { file, requested } = address;
    const target = isOwnLink(location) ? mirrorAddress(location) : undefined;
    if (target && !file.endsWith('.html')) return save({ ...address, requested: target.requested });
    if (target) found.add(location, requested);
    const language = languageOfPath(requested);
    const href = target?.href ?? location;
    if (target?.file === file)
      throw new FetchFailed(`redirects to ${location}, which is the same file`, true);
    await put(file, Buffer.from(renderRedirect({ language, href })));
    return 'page';
  }
}

const isPage = ({ headers }: IncomingMessage): boolean =>
  /^text\/html\b/u.test(headers['content-type'] ?? '');
