import path from 'node:path';

/** What `node --cpu-prof` writes: the nodes of a call tree, and which of them each sample was in. */
type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
};

export type SelfTime = { name: string; share: number };

/** Nothing was to be done, or the profiler itself was at work. */
const NO_WORK = ['(idle)', '(program)', '(root)'];

/** The functions that took most of the working time themselves, whoever called them; shares of it. */
export function topSelfTimes({ nodes, samples, timeDeltas }: Profile, count: number): SelfTime[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    if (!NO_WORK.includes(name)) times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const whole = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([name, time]) => ({ name, share: time / whole }))
    .sort((a, b) => b.share - a.share)
    .slice(0, count);
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const place = url && ` ${url.startsWith('node:') ? url : path.basename(url)}:${lineNumber + 1}`;
  return `${functionName || '(anonymous)'}${place}`;
}
