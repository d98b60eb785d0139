import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findLegalKind } from '../../src/content/menu/section-codes.ts';
import { startChangedSite } from './demo-content.ts';
import type { DemoSite } from './demo-site.ts';

type Item = { id: number; code: string; name: string; haveDetail: boolean; children?: Item[] };

const NAMES = {
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

/** Starts the demo site with eight menu items of usual length, which fit one row at 1280 pixels. */
export const startUsualMenuSite = (): Promise<DemoSite> =>
  startChangedSite(async (folder, language) => {
    const file = path.join(folder, 'menu.json');
    const menu = JSON.parse(await readFile(file, 'utf8')) as Item[];
    const shown = menu.filter(({ code }) => findLegalKind(code) === undefined);
    const items = NAMES[language].map((name, at): Item => {
      const id = 900 + 10 * at;
      const child = { id: id + 1, code: `Office ${at}`, name: `${name} 1`, haveDetail: true };
      const added = { id, code: `Region ${at}`, haveDetail: true, children: [child] };
      return { ...(shown[at] ?? added), name };
    });
    await writeFile(file, JSON.stringify([...items, ...menu.slice(shown.length)]));
  });
