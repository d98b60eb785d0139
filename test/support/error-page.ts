import { expect } from 'vitest';
import { allIn, linksIn, oneIn, type ReadPage } from './html.ts';

/** The texts of error pages as the product has them; the Chinese ones as the catalogue does. */
export const WORDS = {
  lost: { zh: '哎呀，您要找的页面不见了！', en: 'Oops! Your page is lost!' },
  server: { zh: '哎呀，服务器出了点问题！', en: 'Oops! An error occurred on the server!' },
  other: { zh: '抱歉，无法处理这个请求。', en: 'Sorry, we could not process this request.' },
} as const;

const RAW_KEYS = /500errorMsg|500errorDes|404errorDes|errorDesc|404hint|500hint|orgTitle/u;

type Answer = ReadPage & { status: number; headers: NodeJS.Dict<string | string[]>; text: string };
type Expected = {
  status: number;
  language?: 'zh' | 'en';
  words: keyof typeof WORDS;
  /** The address that was asked for: `Retry` leads there. */
  address: string;
  /** Not looked at where it is left out: a slow backend's error page goes without. */
  hasMenu?: boolean;
};

/** What every error page has: picture, text, hint and one action, and nothing that a cache may keep. */
export function expectErrorPage(
  page: Answer,
  { status, language = 'zh', words, address, hasMenu }: Expected,
): void {
  const isLost = words === 'lost';
  expect(page.status).toBe(status);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.lang).toBe(language === 'zh' ? 'zh-CN' : 'en');
  expect(page.heading).toBe(WORDS[words][language]);
  expect(page.title).toContain(WORDS[words][language]);
  expect(oneIn(page.main, 'img').attributes.src).toMatch(
    isLost ? /^\/assets\/404-\w+\.svg$/u : /^\/assets\/500-\w+\.svg$/u,
  );
  expect(linksIn(page.main)).toEqual([actionOf(isLost, language, address)]);
  expect(allIn(page.main, 'p').length).toBeGreaterThanOrEqual(2);
  expect(page.text).not.toMatch(RAW_KEYS);
  expect(page.text).not.toMatch(/node_modules|at \S+ \(|\.ts:\d+/u);
  if (hasMenu !== undefined) expect(page.menu !== undefined).toBe(hasMenu);
  expect(quotedIn(page.text)).toBe(isLost ? undefined : page.headers['x-request-id']);
  expect(page.canonical).toBeUndefined();
  expect(page.meta('robots')).toBe('noindex');
}

/** The number that a page asks its reader to quote; nothing where it names none. */
export const quotedIn = (text: string): string | undefined =>
  /(?:please quote the number|请提供编号) ([\w.-]+)[.。]/u.exec(text)?.[1];

function actionOf(isLost: boolean, language: 'zh' | 'en', address: string): [string, string] {
  if (isLost) return language === 'zh' ? ['/', '返回首页'] : ['/en', 'Return'];
  return [address, language === 'zh' ? '重试' : 'Retry'];
}
