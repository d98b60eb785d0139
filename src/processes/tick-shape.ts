import { executionAsyncResource } from 'node:async_hooks';

const kept = new Set<object>();

/**
 * Keeps one of the objects that Node makes for each `process.nextTick`, several for a request. While nobody comes there is none, and V8
 * forgets their shape; from then on it makes each of them in its slowest way, for good: 6 % of an answer from the response cache.
 */
export const keepTickShape = (): void => process.nextTick(() => kept.add(executionAsyncResource()));
