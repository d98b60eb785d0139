import type { FakeLanguage } from './fake-content.ts';

type Item = {
  id: number | string;
  parentId?: number | string | null;
  code: string;
  [field: string]: unknown;
};

/** Items with their parent, whether they have a page, and their names. An item without an English name exists only in Chinese. */
const ITEMS: [
  id: number | string,
  parent: number | undefined,
  code: string,
  page: boolean,
  zh: string,
  en?: string,
][] = [
  [10, undefined, 'Who We Are', true, '走进兰溪', 'Who we are'],
  [11, 10, 'Our Story', true, '集团故事', 'Our story'],
  [14, 11, 'Founders', true, '创始人', 'The founders'],
  [12, 10, 'Core Values', false, '核心价值', 'Core values'],
  ['13', 10, 'Honors', false, '荣誉', 'Honours'],
  [20, undefined, 'Newsroom', true, '新闻中心', ''],
  [21, 20, 'Press Room', false, '新闻稿', 'Press room'],
  [22, 20, 'Field Letters', false, '田野来信', 'Field letters'],
  ['i-23', 20, 'Insights', true, '洞察', 'Insights'],
  [24, 20, '本地 观察', true, '本地观察'],
  [30, undefined, 'Our Business', false, '业务布局', 'What we do'],
  [31, 30, 'Product Matrix', true, '产品矩阵', 'Products'],
  [32, 30, 'Investment Directions', false, '投资方向', 'Where we invest'],
  [40, undefined, 'History', true, '大事记', 'Milestones'],
  [50, undefined, 'Annual Reports', true, '年度报告', 'Reports'],
  [60, undefined, 'Contact Us', false, '联系方式', 'Contact'],
  [70, undefined, 'Apply', false, '项目申请', 'Apply'],
  [80, undefined, '招聘', true, '加入兰溪'],
  [81, 80, 'Campus', true, '校园招聘'],
  [90, undefined, 'Empty Shelf', true, '空书架', 'Empty shelf'],
];

const DESCRIPTIONS = {
  zh: '兰溪集团二十年来的来路与信念。',
  en: 'Where the Lanxi group comes from, and what it believes.',
};

/** Items whose children the Chinese response nests. The English one is flat. Both occur in backends, as do both types of ids. */
const NESTED = [10, 11, 20, 30, 80];

function menuOf(language: FakeLanguage): Item[] {
  const items = ITEMS.filter(([, , , , , en]) => language === 'zh' || en !== undefined).map(
    ([id, parentId = null, code, haveDetail, zh, en]): Item => ({
      id,
      parentId,
      code,
      haveDetail,
      name: (language === 'zh' ? zh : en) || undefined,
      ...(id === 10 && { description: DESCRIPTIONS[language], picUrl: '/assets/wide.png' }),
      ...(id === 31 && language === 'zh' && { picUrl: '/assets/mark.png' }),
    }),
  );
  const isNested = ({ id, parentId }: Item) =>
    language === 'zh' && typeof id === 'number' && NESTED.includes(Number(parentId));
  const nest = ({ parentId: _, ...item }: Item): Item => {
    const children = items.filter((one) => isNested(one) && one.parentId === item.id).map(nest);
    return { ...item, children: children.length > 0 ? children : null } as Item;
  };
  return language === 'en'
    ? items
    : items.filter((one) => !isNested(one)).map((one) => ({ ...nest(one), parentId: one.parentId }));
}

/** Menu of the fake backend. */
export const menu = { zh: menuOf('zh'), en: menuOf('en') };
