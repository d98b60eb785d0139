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
  sort?: number;
  description?: string;
  children?: Item[];
};

/** Builds long names, wider than any column and in English a single word. */
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
export const startSiteWithMenu = (change: (menu: Item[], language: Language) => void): Promise<DemoSite> =>
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

const EIGHT_NAMES: Record<Language, string[]> = {
  zh: ['集团概况', '业务板块', '新闻与媒体', '投资方向', '产品矩阵', '社会责任', '投资者关系', '联系我们'],
  en: [
    'Corporate Overview',
    'Business Segments',
    'News and Media',
    'Investment Directions',
    'Product Matrix',
    'Social Responsibility',
    'Investor Relations',
    'Contact Us',
  ],
};

/** Starts a site with the first `count` of eight menu items of usual length, which fit one row at 1280 pixels. */
export const startUsualMenuSite = (count = 8): Promise<DemoSite> =>
  startSiteWithMenu((menu, language) => {
    const names = EIGHT_NAMES[language].slice(0, count);
    const items = names.map((name, index) => ({
      ...addedItem(language, index),
      ...inHeader(menu)[index],
      name,
    }));
    menu.splice(0, inHeader(menu).length, ...items);
  });
