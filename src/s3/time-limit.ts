import type { Limits } from './limits.ts';

/** Ends a call by `signal` when nothing has moved for `silenceMs`, or when it has lasted for `callMs`. */
export function limitTime({ silenceMs, callMs }: Pick<Limits, 'silenceMs' | 'callMs'>) {
  const controller = new AbortController();
  const end = (reason: string) => controller.abort(new DOMException(reason, 'TimeoutError'));
  const silence = setTimeout(end, silenceMs, `silent for ${silenceMs} ms`);
  const whole = setTimeout(end, callMs, `longer than ${callMs} ms`);
  return {
    signal: controller.signal,
    moved: (): void => void silence.refresh(),
    stop(): void {
      clearTimeout(silence);
      clearTimeout(whole);
    },
  };
}

export type TimeLimit = ReturnType<typeof limitTime>;
