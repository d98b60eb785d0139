import { setTimeout as wait } from 'node:timers/promises';
import { startDemoSite } from '../../support/demo-site.ts';
import { descriptorsOf, residentMb, watchMemory } from '../../support/processes.ts';
import { openSlowLines } from './slow-lines.ts';
import { visitPages } from './support/pages.ts';

const SETTLE_MS = 8000;
const LOOK_MS = 1000;
/** Descriptors for page visits during the test and for the site itself. */
const SPARE_DESCRIPTORS = 10;

type Options = { lines: number; dripMs: number; timeoutMs: number };

/** Opens hundreds of slow connections, and measures the site's memory and its pages meanwhile. */
export async function loadBySlowLines({ lines, dripMs, timeoutMs }: Options) {
  await using site = await startDemoSite({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
  using pages = visitPages(site.base);
  await wait(SETTLE_MS);
  await pages.figures();
  const [idleMb, idleDescriptors] = [residentMb(site.pid), descriptorsOf(site.pid)];
  const peak = watchMemory(site.pid);
  const slow = openSlowLines({ port: site.port, lines, dripMs });
  const startedAt = performance.now();
  let held: number;
  do {
    await wait(LOOK_MS);
    held = descriptorsOf(site.pid);
  } while (held > idleDescriptors + SPARE_DESCRIPTORS && performance.now() - startedAt < timeoutMs);
  const allEndedMs = Math.round(performance.now() - startedAt);
  const meanwhile = await pages.figures();
  const peakMb = peak();
  slow.close();
  return { lines, meanwhile, idleMb, peakMb, left: held - idleDescriptors, allEndedMs };
}
