import { engines } from './engines.ts';
import type { Layout } from './in-page/index.ts';
import type { Look } from './looks.ts';
import { type EnginePage, openEngine } from './page.ts';
import { sizeTo, type Visitor } from './visitor.ts';

/** Provides layouts of the first engine, measured on demand. */
export function createReference() {
  const [newest] = engines;
  const layouts = new Map<string, Layout>();
  let page: EnginePage | undefined;
  return {
    async layoutOf({ name, go }: Look, visitor: Visitor, file: string): Promise<Layout> {
      const { device, language } = visitor;
      const key = `${name} ${device} ${language}`;
      const known = layouts.get(key);
      if (known || !newest) return known ?? Promise.reject(new Error('no engines'));
      page ??= await openEngine(newest);
      await sizeTo(page, device);
      await go({ ...visitor, page }, file);
      await page.pictures();
      const layout = await page.measure('layoutOf');
      layouts.set(key, layout);
      return layout;
    },
    close: async () => page?.close(),
  };
}
