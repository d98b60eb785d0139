import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { diskForFile, good } from '../browser/form/applicants.ts';
import { type Engine, engines, hasFullDesign } from './engines.ts';
import { looks } from './looks.ts';
import { type ObservedSite, startObservedSite } from './observed-site.ts';
import type { Layout } from './rules.ts';
import { type Device, engineForBlock, sizeTo, type Visitor, WIDTHS } from './visitor.ts';

/** Tolerance of positions and widths, because engines measure fonts differently. */
const SPARE_PX = 6;
const SPARE_SHARE = 0.1;

const devices = Object.keys(WIDTHS) as Device[];
const onDisk = diskForFile();
let file = '';
let site: ObservedSite;

beforeAll(async () => {
  site = await startObservedSite();
  [file = ''] = await onDisk(good.slice(0, 1));
});
afterAll(() => site.stop());

const newest = engineForBlock(engines[0] as Engine, 'desk');
/** Layouts of the newest Chromium by page, device and language. */
const references = new Map<string, Layout>();

const isFar = (got: number, wanted: number): boolean =>
  Math.abs(got - wanted) > SPARE_PX + SPARE_SHARE * wanted;

/** Returns visible differences from the layout of the newest Chromium. */
function differences(wanted: Layout, got: Layout): unknown[] {
  // A scroll bar or a minimum window width changes the layout.
  if (Math.abs(got.width - wanted.width) > 1) return [];
  if (isFar(got.height, wanted.height) || got.parts.length !== wanted.parts.length)
    return [{ got: [got.height, got.parts.length], wanted: [wanted.height, wanted.parts.length] }];
  return got.parts.flatMap((part, index) => {
    const other = wanted.parts[index] ?? part;
    const isOff = isFar(part.left, other.left) || isFar(part.width, other.width);
    return isOff || part.letters !== other.letters ? [{ got: part, wanted: other }] : [];
  });
}

describe.each(engines)('$name', (engine) => {
  describe.each(devices)('on a %s', (device) => {
    const opened = engineForBlock(engine, device);

    for (const language of languages)
      describe(`in ${language}`, () => {
        it.each(looks)('shows $name complete, in order and as designed', async ({ name, go }) => {
          const show = async (visitor: Visitor) => {
            await go(visitor, file);
            // The oldest engines do not run the scripts.
            await visitor.page.settle(device === 'desk' && hasFullDesign(engine));
            return visitor.page;
          };
          const visitor: Visitor = { page: opened(), site, language, device, hasScripts: true };
          site.errors();
          const page = await show(visitor);
          const faults = await page.measure('problemsOf', { device, isMenuOpen: name === 'menu open' });
          expect([...faults, ...site.errors()]).toEqual([]);
          if (!hasFullDesign(engine)) return;
          const layout = await page.measure('layoutOf');
          const key = `${name} ${device} ${language}`;
          if (!references.has(key)) {
            await sizeTo(newest(), device);
            const reference = await show({ ...visitor, page: newest() });
            references.set(key, await reference.measure('layoutOf'));
          }
          expect(differences(references.get(key) ?? layout, layout)).toEqual([]);
        });
      });
  });
});
