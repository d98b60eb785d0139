import { afterAll, beforeEach } from 'vitest';
import type { Engine } from './engines.ts';
import { type EnginePage, openEngine } from './page.ts';
import { type Device, sizeTo } from './visitor.ts';

/**
 * The page of an engine for all tests of a block. It is opened again where the engine has ended, and for the second try of a test: what
 * a fault of the engine's own has left behind would fail that too.
 */
export function engineForBlock(engine: Engine, device: Device): () => EnginePage {
  let page: EnginePage | undefined;
  beforeEach(async ({ task }) => {
    const isSecondTry = (task.result?.retryCount ?? 0) > 0;
    if (!isSecondTry && (await page?.isAlive())) return;
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
