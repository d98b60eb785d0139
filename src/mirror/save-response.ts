import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { languageFacts } from '../i18n/languages.ts';
import { isGone } from '../lib/failures.ts';
import { renderRedirect } from '../pages/render.tsx';
import type { Found, FoundAddresses } from './found-addresses.ts';
import { isOwnLink, mirrorAddress } from './mirror-address.ts';
import type { MirrorFolder } from './mirror-folder.ts';
import { mirrorHtml } from './mirror-html.ts';
import type { MirroredSite } from './mirrored-site.ts';

const OK = 200;
const NOT_MODIFIED = 304;

/** The site gave no such page or file. `isGone`: by its own word, and not because something failed. */
export class NotHad extends Error {
  readonly isGone: boolean;

  constructor(message: string, gone: boolean) {
    super(message);
    this.isGone = gone;
  }
}

type Options = {
  ask: MirroredSite['ask'];
  siteUrl: string;
  put: MirrorFolder['put'];
  folder: Pick<MirrorFolder, 'etagOf' | 'keep'>;
  found: Pick<FoundAddresses, 'note'>;
};

/** Takes an address of the site into the mirror, and notes what its page names. Rejects with `NotHad` where there is none. */
export function createTaker({ ask, siteUrl, put, folder, found }: Options) {
  /** `status`: what the page is answered with where it says that there is none. */
  return take;

  async function take(address: Found, status = OK): Promise<'page' | 'file'> {
    const etag = await folder.etagOf(address.file);
    const { response, failure } = await ask(address.asked, etag ? { 'if-none-match': etag } : {});
    const { statusCode = 0, headers } = response;
    if (statusCode === NOT_MODIFIED) {
      response.resume();
      await folder.keep(address.file);
      return 'file';
    }
    if (headers.location !== undefined) {
      response.resume();
      return leadOn(address, headers.location);
    }
    if (statusCode !== status) {
      await text(response);
      throw new NotHad(failure() ?? `answered ${statusCode}`, isGone(statusCode));
    }
    return isPage(response) ? takePage(address, await text(response)) : takeFile(address, response);
  }

  async function takePage({ file, asked }: Found, html: string): Promise<'page'> {
    const page = mirrorHtml(html, siteUrl);
    for (const link of page.links) found.note(link, asked);
    await put(file, Buffer.from(page.html));
    return 'page';
  }

  async function takeFile({ file, asked }: Found, response: IncomingMessage): Promise<'file'> {
    if (!asked.endsWith('/sitemap.xml')) await put(file, response, response.headers.etag);
    else {
      const xml = await text(response);
      for (const [, address = ''] of xml.matchAll(/<loc>([^<]*)<\/loc>/gu))
        found.note(address.slice(siteUrl.length).replaceAll('&amp;', '&') || '/', asked);
      await put(file, Buffer.from(xml));
    }
    return 'file';
  }

  /** A page that leads on; in the place of a file, which cannot, stands the one that it leads to. */
  async function leadOn(address: Found, location: string): Promise<'page' | 'file'> {
    const { file, asked } = address;
    const target = isOwnLink(location) ? mirrorAddress(location) : undefined;
    if (target && !file.endsWith('.html')) return take({ ...address, asked: target.asked });
    if (target) found.note(location, asked);
    const language = asked.startsWith(`${languageFacts.en.prefix}/`) ? 'en' : 'zh';
    const href = target?.href ?? location;
    if (target?.file === file) throw new NotHad(`leads to ${location}, which is the same file`, true);
    await put(file, Buffer.from(renderRedirect({ language, href })));
    return 'page';
  }
}

const isPage = ({ headers }: IncomingMessage): boolean =>
  /^text\/html\b/u.test(headers['content-type'] ?? '');
