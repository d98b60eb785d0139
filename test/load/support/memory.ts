import { readdir, readFile } from 'node:fs/promises';

const SAMPLE_MS = 200;

/** A process and all that it has started, by their ids. */
export async function familyOf(pid: number): Promise<number[]> {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const parents = new Map(await Promise.all(ids.map(async (id) => [id, await parentOf(id)] as const)));
  const family = [pid];
  for (const member of family) family.push(...ids.filter((id) => parents.get(id) === member));
  return family;
}

/** The fourth field; the second, the name in brackets, may hold spaces. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024;
}

/** What all processes of a site take together, in megabytes. */
export async function memoryOf(pid: number): Promise<number> {
  const sizes = await Promise.all((await familyOf(pid)).map(residentMb));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) * 10) / 10;
}

/** Looks at the memory of a site until it is stopped, which gives the most that there was, in megabytes. */
export function watchMemory(pid: number): () => Promise<number> {
  let peak = 0;
  const look = async () => {
    peak = Math.max(peak, await memoryOf(pid));
  };
  const timer = setInterval(look, SAMPLE_MS);
  return async () => {
    clearInterval(timer);
    await look();
    return peak;
  };
}
