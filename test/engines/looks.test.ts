import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { diskForFile, good } from '../browser/form/applicants.ts';
import { REMAINDER } from '../support/matrix.ts';
import { faintWords } from './contrast.ts';
import { engineForBlock } from './engine-for-block.ts';
import { engines, isAsDesigned } from './engines.ts';
import { differences } from './layout.ts';
import { looks } from './looks.ts';
import { createReference } from './reference.ts';
import { type Device, type Visitor, WIDTHS } from './visitor.ts';
import { startWatchedSite, type WatchedSite } from './watched-site.ts';

const devices = Object.keys(WIDTHS) as Device[];
const onDisk = diskForFile();
let file = '';
let site: WatchedSite;
const reference = createReference();

beforeAll(async () => {
  site = await startWatchedSite();
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
      describe(`in ${language}`, { tags: REMAINDER }, () => {
        it.each(looks)('shows $name in order', async (look) => {
          const page = opened();
          const isMenuOpen = look.name === 'menu open';
          const visitor: Visitor = { page, site, language, device, hasScripts: true };
          site.faults();
          await look.go(visitor, file);
          await page.pictures();
          const faults = await page.measure('faultsSeen', { device, isMenuOpen });
          expect([...faults, ...site.faults()]).toEqual([]);
          if (isAsDesigned(engine)) {
            const layout = await page.measure('layoutSeen');
            expect(differences(await reference.layoutOf(look, visitor, file), layout)).toEqual([]);
          }
          if (!isMenuOpen) expect(await faintWords(page)).toEqual([]);
        });
      });
  });
});
