import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { browserForFile, viewports } from '../support/browser.ts';
import { addressOf, type PageKind, pageKinds } from '../support/page-kinds.ts';
import { answersTo, keepUnrest, type Unrest, unrestOf, type WireAnswer } from '../support/wire.ts';

/** The budgets of the design, brotli, in bytes; a KB is 1,000 of them. */
const MOST_HTML_WITH_HEADERS = 14_600;
const MOST_CSS = 12_000;
const MOST_SCRIPT = 3_000;
const MOST_FORM_OR_SEARCH_SCRIPT = 19_000;
const MOST_SHIFT = 0.02;
/** What runs longer at a time blocks, in milliseconds. */
const TASK_MS = 50;
/** A busy machine makes anything long: of so many visits the quickest counts. */
const VISITS = 3;
/** Until reveal has come and gone, in milliseconds. */
const SETTLE_MS = 500;

const { withPage } = browserForFile();

const isReveal = ({ url }: WireAnswer) => /\/assets\/reveal-/u.test(url);
/** The site's icon counts as one. */
const isPicture = ({ type, url }: WireAnswer) => type === 'Image' || /\/assets\/favicon-/u.test(url);
const mostScript = ({ name }: PageKind) =>
  /^(?:application|search)/u.test(name) ? MOST_FORM_OR_SEARCH_SCRIPT : MOST_SCRIPT;

/** The page, its style and its script; pictures and what reveal loads are not counted. */
function expectWithin(kind: PageKind, answers: WireAnswer[]): void {
  const counted = answers.filter((answer) => !isReveal(answer) && !isPicture(answer));
  expect(counted.map(({ type }) => type).sort()).toEqual(['Document', 'Script', 'Stylesheet']);
  const [html, script, style] = counted.sort((one, other) => one.type.localeCompare(other.type));
  expect(counted.map(({ encoding }) => encoding)).toEqual(['br', 'br', 'br']);
  expect(html?.whole).toBeLessThanOrEqual(MOST_HTML_WITH_HEADERS);
  expect(script?.body).toBeLessThanOrEqual(mostScript(kind));
  expect(style?.body).toBeLessThanOrEqual(MOST_CSS);
  note('HTML with headers', html?.whole ?? 0, kind);
  note(`script within ${mostScript(kind)}`, script?.body ?? 0, kind);
  note('style', style?.body ?? 0, kind);
  for (const { body, whole } of counted) expect(whole).toBeGreaterThan(Math.max(body, 100));
}

/** The most that was found of each, for whoever runs this for the figures. */
const most = new Map<string, string>();
function note(what: string, figure: number, { label }: PageKind): void {
  if (figure >= Number.parseFloat(most.get(what) ?? '0')) most.set(what, `${figure} (${label})`);
}
afterAll(() => {
  console.log([...most].map(([what, figure]) => `${what}: at most ${figure}`).join('\n'));
});

/** One visit to the page's end and back. */
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

it.each(pageKinds)('$label keeps the budgets', (kind) =>
  withPage({ reducedMotion: 'no-preference', viewport: viewports.phone }, async (page, sites) => {
    const address = addressOf(sites, kind);
    const answers = await answersTo(page, address);
    expectWithin(kind, answers);
    expect(answers.filter(isReveal)).toEqual([]);
    await keepUnrest(page, TASK_MS);
    for (const viewport of [viewports.phone, viewports.desk]) {
      await page.setViewportSize(viewport);
      await expectAtRest(page, kind, address);
    }
  }),
);

it('blocking is seen where there is some', () =>
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
