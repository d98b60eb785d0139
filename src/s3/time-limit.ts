import type { Limits } from './limits.ts';

/** Ends a try by `signal` when nothing has moved for `silenceMs`, or when it has lasted for `tryMs`. */
export function limitTime({ silenceMs, tryMs }: Pick<Limits, 'silenceMs' | 'tryMs'>) {
  const controller = new AbortController();
  const end = (reason: string) => controller.abort(new DOMException(reason, 'TimeoutError'));
  const silence = setTimeout(end, silenceMs, `silent for ${silenceMs} ms`);
  const whole = setTimeout(end, tryMs, `longer than ${tryMs} ms`);
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
