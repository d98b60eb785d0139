import type { Browser } from 'playwright';
import { startDemoSite } from '../../../support/demo-site.ts';
import { NO_CONTENT_CACHE, startFakeBackend } from '../../../support/fake-backend.ts';
import { TEST_SETTINGS } from '../../../support/form-client.ts';
import { fillLists, fillSingles, LIST_PAGES, SINGLE_PAGES } from './content.ts';
import { echoingPaths, formEchoes } from './echoes.ts';
import { type WatchedBrowser, watchedBrowser } from './watched-browser.ts';

/** Number of payloads that are shown concurrently. */
const LISTED_AT_ONCE = 60;
const ECHOED_AT_ONCE = 4;

/** `shown`: number of checked pages. */
type Found = { executions: string[]; strange: string[]; shown: number };

/** Puts every text into all content and all echoed input, in browsers with and without the site's policy. */
export async function runPayloads(
  browser: Browser,
  texts: readonly string[],
): Promise<{ withPolicy: Found; without: Found }> {
  await using fake = await startFakeBackend();
  const environment = { ...TEST_SETTINGS, ...NO_CONTENT_CACHE, API_BASE_URL: fake.url };
  await using site = await startDemoSite({ environment });
  await using guarded = await watchedBrowser(browser, site.base, false);
  await using open = await watchedBrowser(browser, site.base, true);
  const inBoth = (show: (one: WatchedBrowser) => Promise<void>) => Promise.all([guarded, open].map(show));
  for (const some of groups(texts, LISTED_AT_ONCE)) {
    fillLists(fake, some);
    for (const path of LIST_PAGES) await inBoth((one) => one.show([path], `lists: ${path}`));
  }
  fake.restore();
  for (const text of texts) {
    fillSingles(fake, text);
    await inBoth((one) => one.show(SINGLE_PAGES, `singles: ${text}`));
  }
  fake.restore();
  for (const some of groups(texts, ECHOED_AT_ONCE)) {
    const paths = some.flatMap(echoingPaths);
    await inBoth((one) => one.show(paths, `echoes: ${some.join(' | ')}`));
    const answers = (await Promise.all(some.map((text) => formEchoes(site.port, text)))).flat();
    await inBoth((one) => one.showEchoes(answers, `form: ${some.join(' | ')}`));
  }
  return { withPolicy: foundBy(guarded), without: foundBy(open) };
}

const foundBy = ({ executions, strange, counts }: WatchedBrowser): Found => ({
  executions,
  strange: [...strange],
  shown: counts.shown,
});

const groups = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
