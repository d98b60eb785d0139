import { findSectionKind } from '../../src/content/menu/section-codes.ts';
import { backendSections } from '../../src/site/sections/definitions.ts';
import { articles, localized } from './fake-articles.ts';
import { menu } from './fake-menu.ts';
import { type BackendKind, backendKinds, sectionPages } from './section-pages.ts';
import { words } from './words.ts';

export type FakeLanguage = 'zh' | 'en';
type Sections = Record<BackendKind, object>;
export type FakeContent = ReturnType<typeof fakeContent>;

/** Optional fields of the group. */
export const GROUP_OPTIONAL = words(
  'shortName slogan logoUrl phone email zipCode address wxAccount wxQrCodeUrl copyright icp policeRecord',
);

/** Text that only the introduction contains. */
export const INTRO = {
  zh: '兰溪集团投资于江南的制造、物流与农业。',
  en: 'Lanxi invests in makers, movers and growers south of the river.',
} as const;

const homeKinds = {
  contact: ['联系兰溪', 'Talk to us', 'Contact Us'],
  intro: ['关于兰溪', 'About Lanxi', 'Who We Are'],
  'product-matrix': ['产品', 'Made here', 'Product Matrix'],
  'investment-direction': ['方向', 'Where it goes', 'Investment Directions'],
  article: ['最新新闻', 'Latest news', 'Press Room'],
  'enterprise-honor': ['获得荣誉', 'Honoured', 'Honors'],
  event: ['历程', 'The road so far', 'History'],
  report: ['报告', 'Read the figures', 'Annual Reports'],
  declare: ['申请', 'Apply with us', 'Apply'],
} as const;

/** Order of the blocks by `sort`. The response lists them in another order. */
export const HOME_ORDER = words(
  'intro article event report product-matrix investment-direction enterprise-honor declare contact',
);

const home = {
  title: { zh: '让好的事业走得更远', en: 'Good work, carried further' },
  subtitle: { zh: '兰溪集团', en: 'The Lanxi group' },
  banners: [
    { id: 1, title: { zh: '桥', en: 'Bridge' }, picUrl: '/assets/bridge.png', columnCode: 'Press Room' },
    { id: 2, title: { zh: '无栏目', en: 'No column' }, subtitle: null, picUrl: '/assets/wide.png' },
    { id: 3, title: { zh: '错栏目', en: 'Unknown column' }, columnCode: 'Nowhere' },
  ],
  figures: [
    { label: { zh: '员工', en: 'People' }, value: '8,600', unit: { zh: '人', en: 'staff' } },
    { label: 'IRR', value: 12 },
  ],
};

const blocks = Object.entries(homeKinds).map(([componentCode, [zh, en, columnCode]], index) => ({
  id: `h${index}`,
  componentCode,
  title: { zh, en },
  columnCode,
  sort: 10 + HOME_ORDER.indexOf(componentCode),
}));
const unknownBlock = { id: 'h99', componentCode: 'carousel', title: 'Not of this site', sort: 1 };

const group = {
  name: { zh: '兰溪资本集团', en: 'Lanxi Capital Group' },
  shortName: { zh: '兰溪', en: 'Lanxi' },
  slogan: { zh: '向水而行', en: 'With the river' },
  logoUrl: '/assets/mark.png',
  phone: '+86 (579) 8888-0000',
  email: 'hello@lanxi.example',
  zipCode: '321100',
  address: { zh: '浙江省兰溪市江滨路 1 号', en: '1 Riverside Road, Lanxi' },
  wxAccount: 'lanxi-capital',
  wxQrCodeUrl: '/assets/qr.png',
  copyright: { zh: '© 2029 兰溪资本集团', en: '© 2029 Lanxi Capital Group' },
  icp: '浙ICP备2029000001号',
  policeRecord: '浙公网安备33078102000001号',
};

const story = { zh: '<p>从一间米行开始。</p>', en: '<p>It began with rice.</p>' };
const values = { zh: '<p>守信</p>', en: '<p>Keep your word</p>' };
const common: Record<string, object[]> = {
  intro: [
    {
      id: 1,
      title: { zh: '简介', en: 'Introduction' },
      remarkContent: { zh: `<p>${INTRO.zh}</p>`, en: `<p>${INTRO.en}</p>` },
    },
  ],
  'Our Story': [{ id: 2, title: { zh: '起点', en: 'The start' }, remarkContent: story }],
  'Core Values': [{ id: 3, remarkContent: values, picUrl: '/assets/wide.png' }],
  Founders: [{ id: 4, remarkContent: { zh: '<p>三位创始人</p>', en: '<p>Three founders</p>' } }],
  招聘: [{ id: 5, remarkContent: '<p>欢迎加入</p>' }],
  Campus: [{ id: 6, remarkContent: '<p>校园</p>' }],
};

/** Additional records of lists, which are older or lack optional fields. */
const otherRecords: Partial<Record<BackendKind, object[]>> = {
  honours: [{ id: 1, title: { zh: '旧奖', en: 'Older prize' }, awardTime: '2019-03-01' }],
  events: [
    {
      id: 1,
      title: { zh: '成立', en: 'Founded' },
      eventTime: '2009-01-08',
      description: { zh: '米行', en: 'A rice shop' },
    },
  ],
  reports: [
    { id: 1, title: { zh: '2027 年报', en: 'Report 2027' }, year: 2027, fileUrl: '/assets/leaflet.pdf' },
  ],
};

const products = {
  title: { zh: '产品', en: 'Products' },
  description: { zh: '九种产品', en: 'Nine of them' },
};

/** Returns the example record of a section in a language. */
export const exampleOf = (kind: BackendKind, language: FakeLanguage): Record<string, unknown> =>
  localized(backendSections[kind].example as Record<string, unknown>, language);

/** Returns the response of a section's path. */
function sectionData(kind: BackendKind, language: FakeLanguage): object {
  const list = localized([...(otherRecords[kind] ?? []), backendSections[kind].example], language);
  return kind === 'products' ? { ...localized(products, language), list } : list;
}

/** Returns the records of a section as its path does. */
export const recordsOf = (content: FakeContent, kind: BackendKind): Record<string, unknown>[] => {
  const answer = content[kind];
  return Array.isArray(answer) ? answer : (answer as { list: Record<string, unknown>[] }).list;
};

/** Builds the response of a section's path with other records. */
export const withRecords = (content: FakeContent, kind: BackendKind, list: readonly unknown[]): unknown =>
  Array.isArray(content[kind]) ? list : { ...content[kind], list };

/** Builds the response of a section's path with one record that has the URL in each URL field. */
export function withAddress(content: FakeContent, kind: BackendKind, url: string): unknown {
  const records = recordsOf(content, kind);
  const whole = Object.assign({}, ...records.toReversed()) as Record<string, unknown>;
  const fields = Object.keys(whole).filter((field) => field.endsWith('Url'));
  return withRecords(content, kind, [
    { ...whole, picUrl: url, ...Object.fromEntries(fields.map((field) => [field, url])) },
  ]);
}

const declare = {
  componentCode: 'declare',
  enabled: true,
  title: { zh: '夏季申请', en: 'Summer round' },
  description: { zh: '至八月', en: 'Until August' },
};

/** Builds the menu. `Our Business` contains the sections without a menu item of their own. */
function wholeMenu(language: FakeLanguage): object[] {
  const codes = [...JSON.stringify(menu[language]).matchAll(/"code":"([^"]+)"/gu)].map(
    ([, code = '']) => code,
  );
  const shown = codes.map(findSectionKind);
  const missing = backendKinds.filter((kind) => !shown.includes(kind));
  const items = missing.map((kind) => ({ id: kind, parentId: 30, code: kind, haveDetail: false }));
  return [...menu[language], ...items];
}

/** Returns the path of the page with a kind of section, without the language prefix. */
export const SECTION_PAGES = sectionPages(wholeMenu('en'));

/** Returns all content of the fake backend in a language. `base`: origin for media with absolute URLs. */
export const fakeContent = (language: FakeLanguage, base: string) => ({
  menu: wholeMenu(language) as readonly object[],
  ...localized({ group, home, common, declare }, language),
  homeComponents: {
    list: localized([...blocks, unknownBlock], language),
    total: blocks.length + 1,
  },
  articles: articles(language, base),
  ...(Object.fromEntries(backendKinds.map((kind) => [kind, sectionData(kind, language)])) as Sections),
});
