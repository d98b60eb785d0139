import { execFileSync } from 'node:child_process';

/** By `chrt`, in Debian a part of util-linux, which is always there. */
const schedule = (policy: '--idle' | '--other', pid: number): void =>
  void execFileSync('chrt', [policy, '--all-tasks', '--pid', '0', `${pid}`]);

/**
 * What stands on other machines when a site is in use (visitors, database, store) takes the processor here only while nobody else wants it,
 * until the end of the block: a figure of the site is then not one of the test.
 */
export function giveWay(pid: number): Disposable {
  schedule('--idle', pid);
  return { [Symbol.dispose]: () => schedule('--other', pid) };
}
