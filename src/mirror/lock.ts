import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../lib/copy-file.ts';

const NAME = 'running';

/** Keeps other runs away from a folder; gives what lets them in again. A run that was killed holds nobody up. */
export async function lock(own: string): Promise<() => Promise<void>> {
  const file = path.join(own, NAME);
  const take = () => writeFile(file, `${process.pid}`, { flag: 'wx' });
  try {
    await take();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    if (isRunning(pid)) throw new Error(`another run (process ${pid}) writes this mirror: ${file}`);
    await rm(file, { force: true });
    await take();
  }
  return () => rm(file, { force: true });
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is one, too.
    return codeOf(error) === 'EPERM';
  }
}
