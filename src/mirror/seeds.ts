import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { distDir } from '../config/build-info.ts';
import { homePath, languageFacts, languages } from '../i18n/languages.ts';
import { SECURITY_TXT } from '../routes/security-txt.ts';
import type { Services } from '../services.ts';

/** Without these there is no site: they are asked for before anything is written. */
export const FIRST = languages.map(homePath);

const OF_A_LANGUAGE = ['/feed.xml', '/site.webmanifest', '/search'];

type Dependencies = Pick<Services, 'config' | 'content'>;

/** The addresses that no page links to, or none yet: what programs ask for, the built files, and those that lead elsewhere. */
export async function seedsOf({ config, content }: Dependencies): Promise<string[]> {
  const assets = (await readdir(path.join(distDir, 'assets'))).filter((name) => !/\.(?:br|gz)$/u.test(name));
  const menus = await Promise.all(languages.map((language) => content.reader(language).menu()));
  const anchors = menus.flatMap(({ byKey }) => [...byKey.values()].filter(({ isPage }) => !isPage));
  const old = config.redirects.filter(({ hasStar }) => !hasStar);
  return [
    ...FIRST,
    ...languages.flatMap((language) => OF_A_LANGUAGE.map((name) => languageFacts[language].prefix + name)),
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.ico',
    ...(config.securityContact === undefined ? [] : [SECURITY_TXT]),
    ...assets.map((name) => `/assets/${name}`),
    ...anchors.map(({ path: address }) => address),
    ...old.map(({ from }) => from),
  ];
}
