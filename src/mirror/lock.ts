import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../lib/copy-file.ts';

const NAME = 'running';

/** Locks a folder against other runs and returns the unlock function. The lock of a run that was killed is ignored. */
export async function lock(own: string): Promise<() => Promise<void>> {
  const file = path.join(own, NAME);
  const create = () => writeFile(file, `${process.pid}`, { flag: 'wx' });
  try {
    await create();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    if (isRunning(pid)) throw new Error(`another run (process ${pid}) writes this mirror: ${file}`);
    await rm(file, { force: true });
    await create();
  }
  return () => rm(file, { force: true });
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is running, too.
    return codeOf(error) === 'EPERM';
  }
}
