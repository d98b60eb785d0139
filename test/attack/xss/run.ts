import type { Browser } from 'playwright';
import { startDemoSite } from '../../support/demo-site.ts';
import { startFakeBackend } from '../../support/fake-backend.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { fillLists, fillSingles, LIST_PAGES, SINGLE_PAGES } from './content.ts';
import { echoingPaths, formEchoes } from './echoes.ts';
import { type WatchedBrowser, watchedBrowser } from './watched-browser.ts';

/** Payloads whose pages are shown side by side. */
const LISTED_AT_ONCE = 60;
const ECHOED_AT_ONCE = 4;

const SETTINGS = {
  RATE_LIMIT_PER_MINUTE: '0',
  CAPTCHA_TEST_ANSWER: TEST_ANSWER,
  CONTENT_FRESH_S: '0',
  CONTENT_STALE_S: '0',
};

/** `shown`: pages that were looked at. */
type Found = { executions: string[]; strange: string[]; shown: number };

/** Takes every text through all content and all that is echoed, in browsers with the site's policy and without. */
export async function runPayloads(
  browser: Browser,
  texts: readonly string[],
): Promise<{ withPolicy: Found; without: Found }> {
  const fake = await startFakeBackend();
  const site = await startDemoSite({ environment: { ...SETTINGS, API_BASE_URL: fake.url } });
  const both = [
    await watchedBrowser(browser, site.base, false),
    await watchedBrowser(browser, site.base, true),
  ] as const;
  const inBoth = (show: (one: WatchedBrowser) => Promise<void>) => Promise.all(both.map(show));
  try {
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
    const port = Number(new URL(site.base).port);
    for (const some of groups(texts, ECHOED_AT_ONCE)) {
      const paths = some.flatMap(echoingPaths);
      await inBoth((one) => one.show(paths, `echoes: ${some.join(' | ')}`));
      const answers = (await Promise.all(some.map((text) => formEchoes(port, text)))).flat();
      await inBoth((one) => one.showEchoes(answers, `form: ${some.join(' | ')}`));
    }
    return { withPolicy: foundBy(both[0]), without: foundBy(both[1]) };
  } finally {
    await Promise.all(both.map((one) => one.close()));
    await site.stop();
    await fake.close();
  }
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
