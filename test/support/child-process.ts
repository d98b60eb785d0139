import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';

/** Forks a file, which answers messages by `replyToParent`. `await using` kills it at the end of the block. */
export function startChild(file: string, args: readonly string[] = []) {
  const child = fork(file, args, { serialization: 'advanced' });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const died = ended.then(() => Promise.reject(new Error(`${file} exited before it sent a message`)));
  died.catch(() => undefined);
  return {
    /** Sends a message and returns the reply. */
    async request<T>(message: Serializable): Promise<T> {
      const reply = once(child, 'message');
      child.send(message);
      return (await Promise.race([reply, died]))[0] as T;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      kill();
      process.off('exit', kill);
      await ended;
    },
  };
}

/** Answers each message of the parent until the parent exits. */
export function replyToParent<T>(reply: (message: T) => unknown): void {
  process.on('message', async (message: T) => process.send?.(await reply(message)));
  process.on('disconnect', () => process.exit());
}
