import { payloadPath } from '../content/urls.ts';
import { byId } from './dom.ts';

const CHECK_MS = 3_600_000;

type Build = { id: string; timestamp: string };

const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** Returns undefined for an error status. */
async function fetchJson<T>(url: string): Promise<T | undefined> {
  const response = await fetch(url, { cache: 'no-cache' });
  return response.ok ? ((await response.json()) as T) : undefined;
}

const metadataOf = (build: string) => fetchJson<Build>(`/builds/meta/${build}.json`);

/** The server may no longer know the page's build. */
async function isBuildNewer(pageBuild: string): Promise<boolean> {
  const latest = await fetchJson<Build>('/builds/latest.json');
  const newest = latest && (await metadataOf(latest.id));
  if (!newest || newest.id === pageBuild) return false;
  const running = await metadataOf(pageBuild);
  return !running || newest.timestamp > running.timestamp;
}

async function isPageNewer(pageHash: string): Promise<boolean> {
  const { href } = document.querySelector<HTMLLinkElement>('link[rel=canonical]') as HTMLLinkElement;
  const { pathname, search } = new URL(href);
  const payload = await fetchJson<{ hash: string }>(payloadPath(pathname + search));
  return payload !== undefined && payload.hash !== pageHash;
}

function offerRefresh(): void {
  const box = byId('_notices');
  const template = box?.querySelector('template');
  if (!box || !template) return;
  template.replaceWith(template.content);
  const dismiss = box.querySelector('button');
  if (dismiss) dismiss.onclick = () => box.remove();
}

async function checkForUpdate(): Promise<void> {
  const [build, payload] = [metaOf('build'), metaOf('payload')];
  if ((build && (await isBuildNewer(build))) || (payload && (await isPageNewer(payload)))) offerRefresh();
}

/** Offers a refresh of a stale page. Checks every hour, once the page is visible, and ignores failed checks. */
export function watchBuild(): void {
  let isDue = false;
  const checkIfVisible = () => {
    if (!isDue || document.hidden || !byId('_notices')?.querySelector('template')) return;
    isDue = false;
    checkForUpdate().catch(() => undefined);
  };
  setInterval(() => {
    isDue = true;
    checkIfVisible();
  }, CHECK_MS);
  document.addEventListener('visibilitychange', checkIfVisible);
}
