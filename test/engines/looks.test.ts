import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { diskForFile, good } from '../browser/form/applicants.ts';
import { faintWords } from './contrast.ts';
import { engineForBlock } from './engine-for-block.ts';
import { type Engine, engines } from './engines.ts';
import { differences, type Layout, layoutSeen } from './layout.ts';
import { looks } from './looks.ts';
import { faultsSeen, loadsPictures } from './seen.ts';
import { type Device, type Visitor, WIDTHS } from './visitor.ts';
import { startWatchedSite, type WatchedSite } from './watched-site.ts';

/** Engines that show pages as designed; the others show them whole and in order. */
const isAsDesigned = ({ name }: Engine): boolean => !['chromium-64', 'chromium-72'].includes(name);
const devices = Object.keys(WIDTHS) as Device[];

const onDisk = diskForFile();
let file = '';
let site: WatchedSite;
/** How the newest Chromium, the first of all engines, lays each page out. */
const layouts = new Map<string, Layout>();

beforeAll(async () => {
  site = await startWatchedSite();
  [file = ''] = await onDisk(good.slice(0, 1));
});
afterAll(() => site.stop());

describe.each(engines)('$name', (engine) => {
  describe.each(devices)('on a %s', (device) => {
    const opened = engineForBlock(engine, device);

    describe.each(languages)('in %s', (language) => {
      it.each(looks)('shows $name in order', async ({ name, go }) => {
        const page = opened();
        const visitor: Visitor = { page, site, language, device, hasScripts: true };
        site.faults();
        await go(visitor, file);
        await page.until(loadsPictures);
        const isMenu = name === 'menu open';
        const faults = await page.ask(faultsSeen, device === 'phone', isMenu);
        expect([...faults, ...site.faults()]).toEqual([]);
        const layout = await page.ask(layoutSeen);
        if (engine === engines[0]) layouts.set(`${name} ${device} ${language}`, layout);
        const wanted = layouts.get(`${name} ${device} ${language}`);
        if (wanted && isAsDesigned(engine)) expect(differences(wanted, layout)).toEqual([]);
        if (!isMenu) expect(await faintWords(page)).toEqual([]);
      });
    });
  });
});
