import { mediaFileName } from '../../src/media/media-urls.ts';
import { data, PATHS } from './fake-backend.ts';
import type { Site } from './site.ts';
import { pageAt } from './site-for-file.ts';

/** Returns the path under `/files` that the site assigns to a file, such as an attachment. */
export async function fileHref(site: Site, url: string): Promise<string> {
  const attachments = [{ name: mediaFileName(url), url }];
  site.fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', attachments }));
  const page = await pageAt(site, '/articles/x');
  return page.hrefs().find((href) => href.startsWith('/files/')) ?? '';
}

/** Returns the path under `/media` of an image with a width, derived from its path under `/files`. */
export function mediaAt(href: string, width: number | string): string {
  const [, , token = '', name = ''] = href.split('/');
  return `/media/${token}/${width}/${name}`;
}
