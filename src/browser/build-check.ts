import { payloadAddress } from '../content/payload-address.ts';
import { byId, make } from './dom.ts';

const NOTICES = '_notices';
/** A live region speaks of what comes into it once it has been there for a while, in milliseconds. */
const SETTLE_MS = 100;

function createBox(): HTMLElement {
  const box = make('div', { id: NOTICES, className: 'notices' });
  box.setAttribute('role', 'status');
  document.body.append(box);
  return box;
}

/** Reloads the page at a click, also where its address names a place on it. */
function refreshLink(text: string): HTMLAnchorElement {
  const link = make('a', { href: location.pathname + location.search }, text);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    location.reload();
  });
  return link;
}

/** Says at the edge of the page, and to screen readers, that there is something newer to load. */
function notify(kind: Check): void {
  const texts = BUILT.notices[document.documentElement.lang];
  if (!texts) return;
  const box = byId(NOTICES) ?? createBox();
  const dismiss = make('button', { type: 'button' }, texts.dismiss);
  const notice = make('p', {}, `${texts[kind]} `, refreshLink(texts.refresh), ' ', dismiss);
  dismiss.addEventListener('click', () => notice.remove());
  setTimeout(() => box.append(notice), SETTLE_MS);
}

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

export function check(): void {
  void checkOne('build');
  void checkOne('payload');
}
