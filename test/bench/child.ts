import { type ForkOptions, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

type Options = ForkOptions & { args?: string[] };

/** `await using child = startChild(…)` ends it with the block. */
export type Child = AsyncDisposable & {
  pid: number;
  /** The next message of the process. */
  next: <T>() => Promise<T>;
  /** Sends a message and gives the one that comes back. */
  ask: <T>(question: Serializable) => Promise<T>;
  stop: () => Promise<void>;
};

/** A file of this folder in a process of its own, which goes with this one. */
export function startChild(file: string, { args = [], ...options }: Options = {}): Child {
  const child = fork(path.join(import.meta.dirname, file), args, { serialization: 'advanced', ...options });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const died = ended.then(() => Promise.reject(new Error(`${file} ended while it was waited for`)));
  died.catch(() => undefined);
  const next = async <T>() => (await Promise.race([once(child, 'message'), died]))[0] as T;
  const stop = async () => {
    kill();
    process.off('exit', kill);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    next,
    ask: <T>(question: Serializable) => {
      const answer = next<T>();
      child.send(question);
      return answer;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
