import { type ForkOptions, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';

type Options = ForkOptions & { args?: string[] };

/** `await using child = startChild(…)` kills it at the end of the block. */
export type Child = AsyncDisposable & {
  pid: number;
  /** Returns the next message of the process. */
  next: <T>() => Promise<T>;
  /** Sends a message and returns the reply. */
  request: <T>(message: Serializable) => Promise<T>;
  stop: () => Promise<void>;
};

/** Forks a file. The child is killed when this process exits. */
export function startChild(file: string, { args = [], ...options }: Options = {}): Child {
  const child = fork(file, args, { serialization: 'advanced', ...options });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const died = ended.then(() => Promise.reject(new Error(`${file} exited before it sent a message`)));
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
    request: <T>(message: Serializable) => {
      const reply = next<T>();
      child.send(message);
      return reply;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Answers each message of the parent until the parent exits. */
export function replyToParent<T>(reply: (message: T) => unknown): void {
  process.on('message', async (message: T) => process.send?.(await reply(message)));
  process.on('disconnect', () => process.exit());
}
