import { make } from './dom.ts';

/** Adds a stylesheet to the page; resolves when it applies. */
export const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = make('link', { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`no style from ${href}`)));
    document.head.append(link);
  });
