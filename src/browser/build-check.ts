import { payloadAddress } from '../content/payload-address.ts';
import { applicationForm, byId, make } from './dom.ts';
import { storeForm } from './form/store-form.ts';

type Texts = (typeof BUILT.notices)[string];

const NOTICES = '_notices';
/** A live region speaks of what comes into it once it has been there for a while, in milliseconds. */
const SETTLE_MS = 100;

function createBox(): HTMLElement {
  const box = make('div', { id: NOTICES, className: 'notices' });
  box.setAttribute('role', 'status');
  document.body.append(box);
  return box;
}

/** Reloads the page. A page that answered a POST is not reloaded, which would send it again. */
async function refresh(): Promise<void> {
  const form = applicationForm();
  if (!form) return location.reload();
  await storeForm(form);
  location.replace(form.getAttribute('action') ?? '');
}

function refreshLink(texts: Texts): HTMLAnchorElement {
  const link = make('a', { href: location.pathname + location.search }, texts.refresh);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    // Without an answer the page stays, with all that was typed.
    refresh().catch(() => link.previousSibling?.replaceWith(`${texts.unsaved} `));
  });
  return link;
}

/** Says at the edge of the page, and to screen readers, that there is something newer to load. */
function notify(kind: Check): void {
  const texts = BUILT.notices[document.documentElement.lang];
  if (!texts) return;
  const box = byId(NOTICES) ?? createBox();
  const dismiss = make('button', { type: 'button' }, texts.dismiss);
  const notice = make('p', {}, `${texts[kind]} `, refreshLink(texts), ' ', dismiss);
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

const metadataOf = (build: string) => read<Build>(`/builds/meta/${build}.json`);

/** Whether a build was deployed after the page's own. One that the server no longer knows has been replaced. */
async function isBuildNewer(own: string): Promise<boolean> {
  const latest = await read<Build>('/builds/latest.json');
  const newest = latest && (await metadataOf(latest.id));
  if (!newest || newest.id === own) return false;
  const running = await metadataOf(own);
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
