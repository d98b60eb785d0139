import { execFileSync } from 'node:child_process';

/** `chrt` is part of util-linux. */
const schedule = (policy: '--idle' | '--other', pid: number): void =>
  void execFileSync('chrt', [policy, '--all-tasks', '--pid', '0', `${pid}`]);

/**
 * Gives a process idle CPU priority until the end of the block, because visitors, database and store run on other machines in
 * production and must not slow down the measured site.
 */
export function lowerPriority(pid: number): Disposable {
  schedule('--idle', pid);
  return { [Symbol.dispose]: () => schedule('--other', pid) };
}
