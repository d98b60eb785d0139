import { cleanHtml } from '../../src/content/text/rich-text.ts';
import type { Html } from '../../src/content/text/serialize.ts';
import type { Language } from '../../src/i18n/languages.ts';
import { type Texts, texts } from '../../src/i18n/set-up.ts';

/** An unbreakable word. */
export const COMPOUND = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
export const LONG_ADDRESS =
  'https://www.example.com/investors/a-very-long-path/that-nobody/would-type?document=2030-annual-report&language=en';

/** Texts of the specimens in one language. */
export type Words = {
  language: Language;
  texts: Texts;
  name: string;
  shortName: string;
  title: string;
  longTitle: string;
  /** Contains a word wider than a phone. */
  unbroken: string;
  sentence: string;
  paragraph: string;
  menu: string[];
  address: string;
  person: string;
  /** Occurs in the titles. */
  keyword: string;
};

const zh: Words = {
  language: 'zh',
  texts: texts('zh'),
  name: '远山投资集团有限公司',
  shortName: '远山投资',
  title: '远山新能源基金完成第三期募集',
  longTitle:
    '关于远山投资集团有限公司与华东地区十二家新能源装备制造企业共同设立“长三角储能与先进材料产业投资基金（有限合伙）”并完成首期出资的公告（修订稿）',
  unbroken: `与${COMPOUND}（${LONG_ADDRESS}）签署战略合作协议`,
  sentence: '基金投资十二个项目，金额十三亿四千万元，并向投资人返还十亿八千万元。',
  paragraph:
    '集团成立于一九九八年，总部设在南京，长期投资清洁能源、先进材料与生命健康等产业。我们相信耐心资本的力量：不追逐热点，不以规模论英雄，而是陪伴企业走过从实验室到市场的漫长道路；在“看得懂、管得住、退得出”的前提下，为投资人创造稳健的长期回报。',
  menu: ['关于我们', '业务布局', '新闻中心', '投资者关系', '可持续发展', '合作与招聘'],
  address: '江苏省南京市建邺区江东中路远山大厦 18 层',
  person: '顾文曦',
  keyword: '基金',
};

const en: Words = {
  language: 'en',
  texts: texts('en'),
  name: 'Yuanshan Investment Group',
  shortName: 'Yuanshan',
  title: 'Growth Fund closes its third round',
  longTitle:
    'Announcement concerning the establishment, together with twelve manufacturers of energy equipment in eastern China, of a limited partnership for storage and advanced materials, and of its first capital contribution (revised and restated)',
  unbroken: `Partnership with ${COMPOUND} (${LONG_ADDRESS})`,
  sentence: 'The fund made twelve investments worth RMB 1.34 billion and returned RMB 1.08 billion.',
  paragraph:
    'Founded in Nanjing in 1998, the group invests for the long term in clean energy, advanced materials, and life and health. We believe in patient capital: we follow no fashions and do not measure ourselves by size, but stay with companies on the long road from the laboratory to the market.',
  menu: ['About us', 'Our business', 'News', 'Investor relations', 'Sustainability', 'Work with us'],
  address: '18F Yuanshan Building, Jiangdong Middle Road, Jianye District, Nanjing, Jiangsu',
  person: 'Gu Wenxi',
  keyword: 'fund',
};

export const wordsOf: Record<Language, Words> = { zh, en };

const FILE = /^\/files\//u;

/** Cleans HTML like the backend client does. */
export const cleaned = ({ texts: { picture, table } }: Words, html: string): Html =>
  cleanHtml(html, {
    mediaHref: (url) => (FILE.test(url) ? url : undefined),
    linkHref: (url) => url,
    mediaText: (_kind, name) => name,
    imageText: picture,
    tableLabel: table,
  }).html;
