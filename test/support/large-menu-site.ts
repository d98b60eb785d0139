import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { legalKind } from '../../src/content/menu/sections.ts';
import type { Language } from '../../src/i18n/languages.ts';
import { startChangedSite } from './demo-content.ts';
import type { DemoSite } from './demo-site.ts';

const TOP_ITEMS = 12;
/** Number of children of the first added item. */
const CHILDREN = 20;
const FIRST_ID = 900;

type Item = {
  id: number;
  code: string;
  name: string;
  haveDetail: boolean;
  description?: string;
  children?: Item[];
};

/** Long names: wider than any column, and in English a single word. */
const words: Record<Language, { name: string; longName: string; description: string }> = {
  zh: {
    name: '区域业务',
    longName: '长江三角洲与大湾区一体化发展联合投资促进办公室',
    description: '这一地区的办公室、在管基金与被投企业，以及当地团队的联系方式，都在这里。',
  },
  en: {
    name: 'Region',
    longName: 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk',
    description:
      'The offices, funds and companies of this region, with the people of its team and how each of them can be reached.',
  },
};

function addedItem(language: Language, number: number): Item {
  const { name, longName, description } = words[language];
  const children = Array.from({ length: number === 0 ? CHILDREN : 2 }, (_, index) => ({
    id: FIRST_ID + 100 * (number + 1) + index,
    code: `Office ${number} ${index}`,
    name: index === 0 ? longName : `${name} ${number + 1}.${index}`,
    haveDetail: true,
    description,
  }));
  return {
    id: FIRST_ID + number,
    code: `Region ${number}`,
    name: number === 1 ? longName : `${name} ${number + 1}`,
    haveDetail: true,
    description,
    children,
  };
}

/** Starts the demo site with a changed menu. */
const startSiteWithMenu = (change: (menu: Item[], language: Language) => void): Promise<DemoSite> =>
  startChangedSite(async (folder, language) => {
    const file = path.join(folder, 'menu.json');
    const menu = JSON.parse(await readFile(file, 'utf8')) as Item[];
    change(menu, language);
    await writeFile(file, JSON.stringify(menu));
  });

const inHeader = (menu: Item[]): Item[] => menu.filter(({ code }) => legalKind(code) === undefined);

/** Starts a site with twelve menu items, one of them with twenty children, and extremely long names. */
export const startLargeMenuSite = (): Promise<DemoSite> =>
  startSiteWithMenu((menu, language) => {
    for (let number = 0; inHeader(menu).length < TOP_ITEMS; number += 1)
      menu.push(addedItem(language, number));
  });

const research = { zh: '产业研究', en: 'Research Institute and Library' };

/** Starts a site with eight menu items of usual length, which fit one row at 1280 pixels. */
export const startEightItemSite = (): Promise<DemoSite> =>
  startSiteWithMenu((menu, language) => {
    const { children } = addedItem(language, 1);
    menu.push({ id: FIRST_ID, code: 'Research', name: research[language], haveDetail: true, children });
  });
