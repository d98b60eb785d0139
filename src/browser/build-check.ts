import { payloadAddress } from '../content/payload-address.ts';
import { notify } from './notice.ts';

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

/** Notices that were shown: each is shown once. */
const said = new Set<Check>();

/** A check that fails is made again the next time. */
async function checkOne(kind: Check): Promise<void> {
  const own = metaOf(kind);
  if (!own || said.has(kind) || !(await CHECKS[kind](own).catch(() => false))) return;
  said.add(kind);
  notify(kind);
}

/** Asks whether there is a newer build or a newer page, and says so. */
export function check(): void {
  void checkOne('build');
  void checkOne('payload');
}
