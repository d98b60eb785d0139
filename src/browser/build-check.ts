import { payloadAddress } from '../content/addresses.ts';
import { applicationForm, byId, make } from './dom.ts';
import { storeForm } from './form/store-form.ts';

type Texts = (typeof BUILT.notices)[string];

const NOTICES = '_notices';
/** A screen reader ignores the first content of a new live region. */
const SETTLE_MS = 100;

function createBox(): HTMLElement {
  const box = make('div', { id: NOTICES, className: 'notices' });
  box.setAttribute('role', 'status');
  document.body.append(box);
  return box;
}

/** Loads the page again. Does not repeat the POST of a page that is the response to one. */
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
    // Without a response, the page stays with everything typed.
    refresh().catch(() => link.previousSibling?.replaceWith(`${texts.unsaved} `));
  });
  return link;
}

/** Offers a refresh. */
function showNotice(kind: Check): void {
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

/** Revalidates cached copies. */
async function fetchJson<T>(address: string): Promise<T | undefined> {
  const response = await fetch(address, { cache: 'no-cache' });
  return response.ok ? ((await response.json()) as T) : undefined;
}

const metadataOf = (build: string) => fetchJson<Build>(`/builds/meta/${build}.json`);

/** A build that the server does not know any more has been replaced. */
async function isBuildNewer(own: string): Promise<boolean> {
  const latest = await fetchJson<Build>('/builds/latest.json');
  const newest = latest && (await metadataOf(latest.id));
  if (!newest || newest.id === own) return false;
  const running = await metadataOf(own);
  return !running || Date.parse(newest.timestamp) > Date.parse(running.timestamp);
}

async function isPageNewer(own: string): Promise<boolean> {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (!canonical) return false;
  const { pathname, search } = new URL(canonical.href);
  const payload = await fetchJson<{ hash: string }>(payloadAddress(pathname + search));
  return payload !== undefined && payload.hash !== own;
}

const CHECKS = { build: isBuildNewer, payload: isPageNewer };
type Check = keyof typeof CHECKS;

/** Each notice is shown once. */
const shown = new Set<Check>();

/** Ignores a failed check: the next one is in an hour. */
async function checkOne(kind: Check): Promise<void> {
  const own = metaOf(kind);
  if (!own || shown.has(kind) || !(await CHECKS[kind](own).catch(() => false))) return;
  shown.add(kind);
  showNotice(kind);
}

export function check(): void {
  void checkOne('build');
  void checkOne('payload');
}
