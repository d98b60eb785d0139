import { readdir } from 'node:fs/promises';
import { familyOf } from './memory.ts';

/** Descriptors that all processes of a site hold. */
export async function descriptorsOf(pid: number): Promise<number> {
  const family = await familyOf(pid);
  const held = await Promise.all(family.map((id) => readdir(`/proc/${id}/fd`).catch(() => [])));
  return held.reduce((sum, { length }) => sum + length, 0);
}
