import type { FakeLanguage } from './fake-content.ts';

export type FakeArticle = {
  id: string | number;
  title: string;
  content: string;
  columnCode?: string;
  [field: string]: unknown;
};

type Texts = Record<FakeLanguage, string>;

const textIn = (language: FakeLanguage, texts: Texts): string => texts[language];

const numbered = (count: number, make: (number: number) => FakeArticle): FakeArticle[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

/** Days in descending order, because the backend sorts articles newest first. */
const day = (number: number): string => `2029-05-${String(31 - number).padStart(2, '0')}`;

const plain =
  (language: FakeLanguage, columnCode: string, letter: string, texts: Texts) => (number: number) => ({
    id: `${letter}${number}`,
    title: `${textIn(language, texts)} ${number}`,
    summary: textIn(language, { zh: `摘要第${number}号`, en: `Summary number ${number}` }),
    columnCode,
    publishTime: day(number),
    content: `<p>${textIn(language, { zh: '正文', en: 'Body' })} ${letter}${number}</p>`,
  });

/** Builds the first press article, with every optional field and with HTML that the site must clean. */
const completeArticle = (language: FakeLanguage, base: string): FakeArticle => ({
  id: 'p1',
  title: textIn(language, { zh: '兰溪桥梁竣工 "通车" <正式>', en: 'Lanxi bridge opens "today" <at last>' }),
  summary: textIn(language, {
    zh: '一座桥连起两岸的工厂与学校。',
    en: 'A bridge now joins mills & schools on both banks.',
  }),
  picUrl: `${base}/assets/bridge.png`,
  publishTime: Date.UTC(2029, 4, 30, 17, 30),
  columnCode: 'Press  Room',
  author: textIn(language, { zh: '沈禾', en: 'Shen He' }),
  source: textIn(language, { zh: '兰溪日报', en: 'Lanxi Daily' }),
  content: `<h1>${textIn(language, { zh: '开通', en: 'The opening' })}</h1><p>${textIn(language, { zh: '桥', en: 'Bridge' })}</p>
<script>alert(1)</script><p hx-get="/x" onclick="x()" style="color:red" class="x" id="y">wire</p>
<p><img src="/assets/mark.png" alt="mark"><img src="${base}/assets/bridge.png"><img src="https://pictures.example/far.png"></p>
<p><a href="${base}/assets/leaflet.pdf">leaflet</a> <a href="/assets/leaflet.pdf">same</a> <a href="${base}/page">page</a>
<a href="https://partner.example/about">partner</a> <a href="javascript:alert(1)">bad</a></p>`,
  attachments: [
    {
      name: textIn(language, { zh: '说明书.pdf', en: 'Leaflet' }),
      url: '/assets/leaflet.pdf',
      size: 1_468_006,
    },
    { name: 'Plan', url: `${base}/assets/%E8%A7%84%E5%88%92%20plan.svg` },
  ],
  previous: null,
  next: { id: 'p2', title: textIn(language, { zh: '新闻 2', en: 'Press 2' }) },
});

const odd = (language: FakeLanguage): FakeArticle[] =>
  ['a b', 'x/y', '50%', 'Ünï'].map((id, index) => ({
    id,
    title: `${textIn(language, { zh: '奇号', en: 'Odd id' })} ${id}`,
    columnCode: 'Insights',
    publishTime: `2028-0${index + 1}-01T10:00:00+08:00`,
    content: `<p>${textIn(language, { zh: '没有摘要的正文', en: 'A body without a summary' })} ${index}</p>`,
    previous: index === 1 ? { id: 'a b', title: 'before' } : null,
    next: index === 1 ? { id: '50%', title: 'after' } : null,
  }));

const inBoth = (language: FakeLanguage, base: string): FakeArticle[] => [
  completeArticle(language, base),
  ...numbered(
    language === 'zh' ? 25 : 3,
    plain(language, 'Press Room', 'p', { zh: '新闻', en: 'Press' }),
  ).slice(1),
  ...numbered(12, plain(language, 'Field Letters', 'f', { zh: '来信', en: 'Letter' })),
  ...odd(language),
  ...numbered(7, plain(language, 'Insights', 'i', { zh: '洞察', en: 'Insight' })),
  { id: 'loose', title: textIn(language, { zh: '散篇', en: 'Loose leaf' }), content: '<p>loose</p>' },
  { id: 'lost', title: 'Lost', columnCode: 'Nowhere', content: '<p>lost</p>' },
  {
    id: 77,
    title: textIn(language, { zh: '数字编号', en: 'A number' }),
    columnCode: 'Field Letters',
    content: '<p>77</p>',
  },
];

const chineseOnly = (): FakeArticle[] => [
  {
    id: 'only-zh',
    title: '只有中文',
    columnCode: 'Insights',
    publishTime: '2027-01-01',
    content: '<p>中文</p>',
  },
  ...numbered(12, plain('zh', '本地 观察', 'l', { zh: '观察', en: '' })),
];

/** Returns the articles of a language in the order of the backend. */
export const articles = (language: FakeLanguage, base: string): FakeArticle[] => [
  ...inBoth(language, base),
  ...(language === 'zh' ? chineseOnly() : []),
];
