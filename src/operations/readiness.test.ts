import type { Logger } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Content } from '../content/backend/content.ts';
import { createReadiness } from './readiness.ts';

it('logs only once why content is missing', async () => {
  vi.useFakeTimers();
  let isMissing = true;
  const menu = async () => {
    if (isMissing) throw new Error('the file is missing');
  };
  const reader = () => ({ menu, group: async () => ({}), common: async () => [] });
  const log = { warn: vi.fn(), info: vi.fn() };
  const readiness = createReadiness({ reader } as unknown as Content, log as unknown as Logger);
  await readiness.start();
  await vi.advanceTimersByTimeAsync(3000);
  expect([readiness.isReady(), readiness.reason()]).toEqual([false, 'the file is missing']);
  isMissing = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect([readiness.isReady(), readiness.reason()]).toEqual([true, undefined]);
  expect(log.warn).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
