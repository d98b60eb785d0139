import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';
import { data, PATHS, startFakeBackend } from '../support/fake-backend.ts';
import { itEach } from '../support/matrix.ts';
import { addressOf, type PageKind, pageKinds } from '../support/page-kinds.ts';
import { seeded } from '../support/random.ts';
import { startSite } from '../support/site.ts';
import { answersTo, keepUnrest, type Unrest, unrestOf, type WireAnswer } from '../support/wire.ts';

/** Budgets of the design in bytes after brotli; a KB is 1,000 bytes. */
const MOST_HTML_WITH_HEADERS = 14_600;
/** Bytes that the fixed page leaves, so that one more menu item or attribute breaks nothing. */
const SPARE = 500;
/** Content of the demo may grow: its pages have 10 % more. */
const MOST_DEMO_HTML = 1.1 * MOST_HTML_WITH_HEADERS;
const MOST_CSS = 12_000;
const MOST_SCRIPT = 3_000;
const MOST_FORM_OR_SEARCH_SCRIPT = 19_000;
const MOST_SHIFT = 0.02;
/** Minimum duration of a long task. */
const TASK_MS = 50;
/** The quickest visit counts: a busy machine slows some. */
const VISITS = 3;
/** Time until the reveal script has run. */
const SETTLE_MS = 500;

/** The speculation rules are fetched once a year, and nothing waits for them. */
const isRules = ({ url }: WireAnswer) => /\/assets\/rules-/u.test(url);
const isReveal = ({ url }: WireAnswer) => /\/assets\/reveal-/u.test(url);
/** Includes the icon of the site. */
const isPicture = ({ type, url }: WireAnswer) => type === 'Image' || /\/assets\/favicon-/u.test(url);
/** Form and search load their own script after the first view. */
const isEnhanced = ({ name }: PageKind) => /^(?:application|search)/u.test(name);
const mostScript = (kind: PageKind) => (isEnhanced(kind) ? MOST_FORM_OR_SEARCH_SCRIPT : MOST_SCRIPT);

/** Counts page, style and scripts, without pictures and AOS. */
function expectWithin(kind: PageKind, answers: WireAnswer[]): void {
  const counted = answers.filter((answer) => !isReveal(answer) && !isPicture(answer) && !isRules(answer));
  const of = (wanted: string) => counted.filter(({ type }) => type === wanted);
  const [[html], scripts, [style]] = [of('Document'), of('Script'), of('Stylesheet')];
  expect(scripts).toHaveLength(isEnhanced(kind) ? 2 : 1);
  expect(counted).toHaveLength(scripts.length + 2);
  expect(new Set(counted.map(({ encoding }) => encoding))).toEqual(new Set(['br']));
  const script = scripts.reduce((sum, { body }) => sum + body, 0);
  expect(html?.whole).toBeLessThanOrEqual(MOST_DEMO_HTML);
  expect(scripts[0]?.body).toBeLessThanOrEqual(MOST_SCRIPT);
  expect(script).toBeLessThanOrEqual(mostScript(kind));
  expect(style?.body).toBeLessThanOrEqual(MOST_CSS);
  note('HTML with headers', html?.whole ?? 0, kind);
  note(`script within ${mostScript(kind)}`, script, kind);
  note('style', style?.body ?? 0, kind);
  for (const { body, whole } of counted) expect(whole).toBeGreaterThan(Math.max(body, 100));
}

/** Maximum of each figure, which is printed. */
const most = new Map<string, string>();
function note(what: string, figure: number, { label }: PageKind): void {
  if (figure >= Number.parseFloat(most.get(what) ?? '0')) most.set(what, `${figure} (${label})`);
}
afterAll(() => {
  console.log([...most].map(([what, figure]) => `${what}: at most ${figure}`).join('\n'));
});

/** Visits a page and scrolls to its end. */
async function unrestOnVisit(page: Page, address: string): Promise<Unrest> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForTimeout(100);
  return unrestOf(page);
}

async function expectAtRest(page: Page, kind: PageKind, address: string): Promise<void> {
  let quickest = Number.POSITIVE_INFINITY;
  for (let visit = 0; visit < VISITS && quickest > 0; visit += 1) {
    const { shift, blocking } = await unrestOnVisit(page, address);
    note('layout shift', shift, kind);
    expect(shift).toBeLessThanOrEqual(MOST_SHIFT);
    quickest = Math.min(quickest, blocking);
  }
  note('blocking in ms', quickest, kind);
  expect(quickest).toBe(0);
}

const bodyOf = (answers: WireAnswer[], name: string): number =>
  answers.find(({ url }) => url.includes(`/assets/${name}-`))?.body ?? 0;

it('the scripts of the form and of uploads keep their common budget', () =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
    const answers = await answersTo(page, `${demo}/en/work-with-us/application`, async () => {
      await page.setInputFiles('#declareFile', file);
      await page.getByText('The file is damaged').first().waitFor();
    });
    const [form, send] = [bodyOf(answers, 'form'), bodyOf(answers, 'send')];
    expect(Math.min(form, send)).toBeGreaterThan(1000);
    expect(form + send).toBeLessThanOrEqual(MOST_FORM_OR_SEARCH_SCRIPT);
  }));

/** Kinds with every script, and the longest pages. */
const SHOWN = ['home', 'article list', 'article', 'privacy notice', 'application', 'search with hits', '404'];

/** Chinese characters of the fixed page: as many as a large group's menu has. */
const CHARACTERS = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x4e00 + 7 * index));

/** A site whose home page has the menu and texts of a large group, which never change. */
async function fixedSite() {
  const random = seeded(1);
  const text = (length: number) =>
    Array.from({ length }, () => CHARACTERS[random(CHARACTERS.length)]).join('');
  const item = (id: number) => ({
    id,
    code: `Item ${id}`,
    name: text(4),
    haveDetail: true,
    description: text(28),
  });
  const fake = await startFakeBackend();
  const roots = Array.from({ length: 8 }, (_, root) => ({
    ...item(100 * root),
    children: Array.from({ length: 3 }, (_one, child) => item(100 * root + child + 1)),
  }));
  fake.override(PATHS.menu, data(roots));
  const { list, total } = fake.content.zh.homeComponents;
  const blocks = list.map((block) => ({ ...block, subtitle: text(240) }));
  fake.override(PATHS.homeComponents, data({ list: blocks, total }));
  fake.override(PATHS.home, data({ title: text(12), subtitle: text(30), banners: [], figures: [] }));
  const site = await startSite({}, { fake });
  const close = async () => {
    await site.close();
    await fake.close();
  };
  return { site, [Symbol.asyncDispose]: close };
}

it('a fixed home page leaves 500 bytes of the first flight', async () => {
  await using fixed = await fixedSite();
  const { status, rawHeaders, body } = await fixed.site.raw('/', { headers: { 'Accept-Encoding': 'br' } });
  const head = rawHeaders.reduce((sum, part) => sum + part.length + 2, 17);
  console.log(`fixed home page: ${head + body.length} bytes with headers`);
  expect(status).toBe(200);
  expect(head + body.length).toBeGreaterThan(0.9 * MOST_HTML_WITH_HEADERS);
  expect(head + body.length).toBeLessThanOrEqual(MOST_HTML_WITH_HEADERS - SPARE);
});

itEach(pageKinds, ({ name, language }) => language === 'zh' && SHOWN.includes(name))(
  '$label keeps the budgets of bytes and requests',
  (kind) =>
    withPage({ reducedMotion: 'no-preference', viewport: viewports.phone }, async (page, sites) => {
      const answers = await answersTo(page, addressOf(sites, kind));
      expectWithin(kind, answers);
      expect(answers.filter(isReveal)).toEqual([]);
    }),
);

itEach(pageKinds, ({ name, language }) => name === 'home' && language === 'zh')(
  '$label has no layout shift and no blocking script',
  (kind) =>
    withPage({ reducedMotion: 'no-preference' }, async (page, sites) => {
      const address = addressOf(sites, kind);
      await keepUnrest(page, TASK_MS);
      for (const viewport of [viewports.phone, viewports.desk]) {
        await page.setViewportSize(viewport);
        await expectAtRest(page, kind, address);
      }
    }),
);

it('a blocking script is detected', () =>
  withPage({}, async (page, { demo }) => {
    await keepUnrest(page, TASK_MS);
    await page.goto(`${demo}/en`);
    await page.evaluate(
      (busy) =>
        new Promise((resolve) =>
          setTimeout(() => {
            const end = performance.now() + 3 * busy;
            while (performance.now() < end);
            setTimeout(resolve, 200);
          }),
        ),
      TASK_MS,
    );
    expect((await unrestOf(page)).blocking).toBeGreaterThan(0);
  }));
