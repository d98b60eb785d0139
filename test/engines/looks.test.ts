import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { diskForFile, good } from '../browser/form/applicants.ts';

import { engines, hasFullDesign } from './engines.ts';
import { looks } from './looks.ts';
import { type ObservedSite, startObservedSite } from './observed-site.ts';
import { createReference, differences } from './reference.ts';
import { type Device, engineForBlock, type Visitor, WIDTHS } from './visitor.ts';

const devices = Object.keys(WIDTHS) as Device[];
const onDisk = diskForFile();
let file = '';
let site: ObservedSite;
const reference = createReference();

beforeAll(async () => {
  site = await startObservedSite();
  [file = ''] = await onDisk(good.slice(0, 1));
});
afterAll(async () => {
  await reference.close();
  await site.stop();
});

describe.each(engines)('$name', (engine) => {
  describe.each(devices)('on a %s', (device) => {
    const opened = engineForBlock(engine, device);

    for (const language of languages)
      describe(`in ${language}`, () => {
        it.each(looks)('shows $name complete, in order and as designed', async (look) => {
          const page = opened();
          const isMenuOpen = look.name === 'menu open';
          const visitor: Visitor = { page, site, language, device, hasScripts: true };
          site.errors();
          await look.go(visitor, file);
          await page.pictures();
          const faults = await page.measure('problemsOf', { device, isMenuOpen });
          expect([...faults, ...site.errors()]).toEqual([]);
          if (hasFullDesign(engine)) {
            const layout = await page.measure('layoutOf');
            expect(differences(await reference.layoutOf(look, visitor, file), layout)).toEqual([]);
          }
        });
      });
  });
});
