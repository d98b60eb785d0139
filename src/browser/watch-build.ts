import { payloadPath } from '../content/urls.ts';
import { byId } from './dom.ts';

const CHECK_MS = 3_600_000;

type Build = { id: string; timestamp: string };

const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** Fetches JSON, and revalidates a cached copy. Returns undefined for an error status. */
async function fetchJson<T>(address: string): Promise<T | undefined> {
  const response = await fetch(address, { cache: 'no-cache' });
  return response.ok ? ((await response.json()) as T) : undefined;
}

const metadataOf = (build: string) => fetchJson<Build>(`/builds/meta/${build}.json`);

/** Whether a newer build has replaced the page's build. The server may no longer know the page's build. */
async function isBuildNewer(own: string): Promise<boolean> {
  const latest = await fetchJson<Build>('/builds/latest.json');
  const newest = latest && (await metadataOf(latest.id));
  if (!newest || newest.id === own) return false;
  const running = await metadataOf(own);
  return !running || newest.timestamp > running.timestamp;
}

async function isPageNewer(own: string): Promise<boolean> {
  const { href } = document.querySelector<HTMLLinkElement>('link[rel=canonical]') as HTMLLinkElement;
  const { pathname, search } = new URL(href);
  const payload = await fetchJson<{ hash: string }>(payloadPath(pathname + search));
  return payload !== undefined && payload.hash !== own;
}

/** Shows the page's refresh notice in its live region. */
function offerRefresh(): void {
  const box = byId('_notices');
  const template = box?.querySelector('template');
  if (!box || !template) return;
  template.replaceWith(template.content);
  const dismiss = box.querySelector('button');
  if (dismiss) dismiss.onclick = () => box.remove();
}

async function check(): Promise<void> {
  const [build, payload] = [metaOf('build'), metaOf('payload')];
  if ((build && (await isBuildNewer(build))) || (payload && (await isPageNewer(payload)))) offerRefresh();
}

/** Checks every hour whether the page is stale, once it is visible, and then offers a refresh. Ignores failed checks. */
export function watchBuild(): void {
  let isDue = false;
  const checkIfVisible = () => {
    if (!isDue || document.hidden || !byId('_notices')?.querySelector('template')) return;
    isDue = false;
    check().catch(() => undefined);
  };
  setInterval(() => {
    isDue = true;
    checkIfVisible();
  }, CHECK_MS);
  document.addEventListener('visibilitychange', checkIfVisible);
}
