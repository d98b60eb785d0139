import type { SlotWorker } from '../slot.ts';
import type { End } from '../worker-process.ts';

/** A worker whose life a test leads. */
export function fakeWorker(pid: number) {
  const [listening, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = Promise.withResolvers<End>();
  const state = { isListening: false, isLeaving: false, hasEnded: false };
  const life = { livedMs: 0 };
  const end = (how: End): void => {
    state.hasEnded = true;
    ended.resolve(how);
  };
  const worker: SlotWorker = {
    pid,
    state,
    listening: listening.promise,
    ready: ready.promise,
    ended: ended.promise,
    livedMs: () => life.livedMs,
    takesConnections: () => true,
    isFree: () => true,
    given: () => 0,
    tell: () => undefined,
    drain: () => {
      state.isLeaving = true;
    },
    kill: () => end({ code: null, signal: 'SIGKILL' }),
  };
  return {
    worker,
    listens: () => listening.resolve(),
    isReady: () => ready.resolve(),
    dies: (livedMs: number) => {
      life.livedMs = livedMs;
      end({ code: 1, signal: null });
    },
    ends: () => end({ code: 0, signal: null }),
  };
}

export type FakeWorker = ReturnType<typeof fakeWorker>;
