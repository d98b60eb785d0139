import { afterAll, beforeEach } from 'vitest';
import type { Engine } from './engines.ts';
import { type EnginePage, openEngine } from './page.ts';
import { type Device, sizeTo } from './visitor.ts';

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
