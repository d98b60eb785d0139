import { payloadAddress } from '../content/payload-address.ts';
import { notify } from './notice.ts';

/** How often it is asked whether the page is out of date, in milliseconds. */
const CHECK_MS = 3_600_000;

type Build = { id: string; timestamp: string };

const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** What is there now, whatever is kept of it. */
async function read<T>(address: string): Promise<T | undefined> {
  const response = await fetch(address, { cache: 'no-cache' });
  return response.ok ? ((await response.json()) as T) : undefined;
}

/** Whether a build was deployed after the page's own. One that the server no longer knows has been replaced. */
async function isBuildNewer(own: string): Promise<boolean> {
  const newest = await read<Build>('/builds/latest.json');
  if (!newest || newest.id === own) return false;
  const running = await read<Build>(`/builds/meta/${own}.json`);
  return !running || Date.parse(newest.timestamp) > Date.parse(running.timestamp);
}

async function isPageNewer(own: string): Promise<boolean> {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (!canonical) return false;
  const { pathname, search } = new URL(canonical.href);
  const payload = await read<{ hash: string }>(payloadAddress(pathname + search));
  return payload !== undefined && payload.hash !== own;
}

const CHECKS = { build: isBuildNewer, payload: isPageNewer };
type Check = keyof typeof CHECKS;

/** Each is said once; what cannot be found out now is asked again in the next hour. */
async function check(kind: Check, said: Set<Check>): Promise<void> {
  const own = metaOf(kind);
  if (!own || said.has(kind) || !(await CHECKS[kind](own).catch(() => false))) return;
  said.add(kind);
  notify(kind);
}

/** Asks every hour, where the page is seen, whether there is a newer build or a newer page, and says so. */
export function watchBuild(): void {
  const said = new Set<Check>();
  let isDue = false;
  const checkIfSeen = () => {
    if (!isDue || document.hidden) return;
    isDue = false;
    for (const kind of ['build', 'payload'] as const) void check(kind, said);
  };
  setInterval(() => {
    isDue = true;
    checkIfSeen();
  }, CHECK_MS);
  document.addEventListener('visibilitychange', checkIfSeen);
}
