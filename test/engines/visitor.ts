import { afterAll, beforeEach } from 'vitest';
import type { Language } from '../../src/i18n/languages.ts';
import { localizePath } from '../support/page-kinds.ts';
import type { Engine } from './engines.ts';
import type { ObservedSite } from './observed-site.ts';
import { type EnginePage, openEngine } from './page.ts';

export const WIDTHS = { phone: 360, desk: 1280 } as const;
export type Device = keyof typeof WIDTHS;
const HEIGHTS: Record<Device, number> = { phone: 740, desk: 800 };

export type Visitor = {
  page: EnginePage;
  site: ObservedSite;
  language: Language;
  device: Device;
  hasScripts: boolean;
};

export const sizeTo = (page: EnginePage, device: Device): Promise<unknown> =>
  page.resize(WIDTHS[device], HEIGHTS[device]);

/** Opens a path, given without the language prefix. */
export const openPath = ({ page, site, language, hasScripts }: Visitor, path: string): Promise<void> =>
  page.open((hasScripts ? site.withScripts : site.withoutScripts) + localizePath(language, path));

/** Provides a page of an engine for all tests of a block. Reopens it if the engine has crashed. */
export function engineForBlock(engine: Engine, device: Device): () => EnginePage {
  let page: EnginePage | undefined;
  beforeEach(async () => {
    if (await page?.isAlive()) return;
    await page?.close();
    page = await openEngine(engine);
    await sizeTo(page, device);
  });
  afterAll(() => page?.close());
  return () => {
    if (!page) throw new Error(`${engine.name} did not start`);
    return page;
  };
}
