import { expect } from 'vitest';
import { allIn, linksIn, oneIn, type ReadPage } from './html.ts';

/** Texts of error pages. The English ones are fixed, the Chinese ones come from the locale file. */
const TEXTS = {
  lost: { zh: '抱歉，您访问的页面不存在', en: 'Oops! Your page is lost!' },
  server: { zh: '抱歉，服务器出现问题', en: 'Oops! An error occurred on the server!' },
  other: { zh: '抱歉，无法处理该请求', en: 'Sorry, we could not process this request.' },
} as const;

type PageResponse = ReadPage & { status: number; headers: NodeJS.Dict<string | string[]>; text: string };
type Expected = {
  status: number;
  language?: 'zh' | 'en';
  error: keyof typeof TEXTS;
  /** Requested path, which `Retry` links to. */
  url: string;
  /** Not checked if undefined, because an error page has no menu if the backend is slow. */
  hasMenu?: boolean;
};

/** Checks the picture, text, hint, action and headers of an error page. */
export function expectErrorPage(
  page: PageResponse,
  { status, language = 'zh', error, url, hasMenu }: Expected,
): void {
  const isLost = error === 'lost';
  expect(page.status).toBe(status);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.lang).toBe(language === 'zh' ? 'zh-CN' : 'en');
  expect(page.heading).toBe(TEXTS[error][language]);
  expect(page.title).toContain(TEXTS[error][language]);
  expect(oneIn(page.main, 'img').attributes.src).toMatch(
    isLost ? /^\/assets\/404-\w+\.svg$/u : /^\/assets\/500-\w+\.svg$/u,
  );
  expect(linksIn(page.main)).toEqual([actionOf(isLost, language, url)]);
  expect(allIn(page.main, 'p').length).toBeGreaterThanOrEqual(2);
  expect(page.text).not.toMatch(/errorMsg|errorDes|node_modules|at \S+ \(|\.ts:\d+/u);
  if (hasMenu !== undefined) expect(page.menu !== undefined).toBe(hasMenu);
  expect(requestNumberIn(page.text)).toBe(isLost ? undefined : page.headers['x-request-id']);
  expect(page.canonical).toBeUndefined();
  expect(page.meta('robots')).toBe('noindex');
}

/** Returns the request number that visitors are asked to quote. */
export const requestNumberIn = (text: string): string | undefined =>
  /(?:please quote the number |请提供编号)([\w.-]+)[.。]/u.exec(text)?.[1];

function actionOf(isLost: boolean, language: 'zh' | 'en', url: string): [string, string] {
  if (isLost) return language === 'zh' ? ['/', '返回首页'] : ['/en', 'Return'];
  return [url, language === 'zh' ? '重试' : 'Retry'];
}
