import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { distDir } from '../config/build-info.ts';
import { homePath, languageFacts, languages } from '../i18n/languages.ts';
import { SECURITY_TXT } from '../routes/well-known/security-txt.ts';
import type { Services } from '../services.ts';

/** Fetched before anything is written. */
export const HOME_PAGES = languages.map(homePath);

const PER_LANGUAGE = ['/feed.xml', '/site.webmanifest', '/search'];

type Dependencies = Pick<Services, 'config' | 'content'>;

/** Addresses that no page links to: machine-readable files, built assets and redirects. */
export async function seedsOf({ config, content }: Dependencies): Promise<string[]> {
  const assets = (await readdir(path.join(distDir, 'assets'))).filter((name) => !/\.(?:br|gz)$/u.test(name));
  const menus = await Promise.all(languages.map((language) => content.reader(language).menu()));
  const anchors = menus.flatMap(({ byKey }) => [...byKey.values()].filter(({ isPage }) => !isPage));
  const legacy = config.redirects.filter(({ hasStar }) => !hasStar);
  return [
    ...HOME_PAGES,
    ...languages.flatMap((language) => PER_LANGUAGE.map((name) => languageFacts[language].prefix + name)),
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.ico',
    ...(config.securityContact === undefined ? [] : [SECURITY_TXT]),
    ...assets.map((name) => `/assets/${name}`),
    ...anchors.map(({ path: address }) => address),
    ...legacy.map(({ from }) => from),
  ];
}
