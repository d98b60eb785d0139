import type { FakeLanguage } from './fake-content.ts';

export type FakeArticle = {
  id: string | number;
  title: string;
  content: string;
  columnCode?: string;
  [field: string]: unknown;
};

type Localized<T> = T extends { zh: infer Text }
  ? Text
  : T extends object
    ? { [Key in keyof T]: Localized<T[Key]> }
    : T;

/** Returns a value in which each `{ zh, en }` is replaced by its text in a language. */
export function localized<T>(value: T, language: FakeLanguage): Localized<T> {
  const resolve = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(resolve);
    if (typeof one !== 'object' || one === null) return one;
    if ('zh' in one && 'en' in one) return one[language];
    return Object.fromEntries(Object.entries(one).map(([field, part]) => [field, resolve(part)]));
  };
  return resolve(value) as Localized<T>;
}

/** Builds articles in descending order of days, because the backend sorts articles newest first. */
const numbered = (count: number, columnCode: string, letter: string, zh: string, en: string) =>
  Array.from({ length: count }, (_, index) => index + 1).map((number) => ({
    id: `${letter}${number}`,
    title: { zh: `${zh} ${number}`, en: `${en} ${number}` },
    summary: { zh: `摘要第${number}号`, en: `Summary number ${number}` },
    columnCode,
    publishTime: `2029-05-${String(31 - number).padStart(2, '0')}`,
    content: { zh: `<p>正文 ${letter}${number}</p>`, en: `<p>Body ${letter}${number}</p>` },
  }));

/** Builds the first press article, with every optional field and with HTML that the site must clean. */
const completeArticle = (base: string) => ({
  id: 'p1',
  title: { zh: '兰溪桥梁竣工 "通车" <正式>', en: 'Lanxi bridge opens "today" <at last>' },
  summary: { zh: '一座桥连起两岸的工厂与学校。', en: 'A bridge now joins mills & schools on both banks.' },
  picUrl: `${base}/assets/bridge.png`,
  publishTime: Date.UTC(2029, 4, 30, 17, 30),
  columnCode: 'Press  Room',
  author: { zh: '沈禾', en: 'Shen He' },
  source: { zh: '兰溪日报', en: 'Lanxi Daily' },
  content: `<h1>开通</h1><p>桥 bridge</p>
<script>alert(1)</script><p hx-get="/x" onclick="x()" style="color:red" class="x" id="y">wire</p>
<p><img src="/assets/mark.png" alt="mark"><img src="${base}/assets/bridge.png"><img src="https://pictures.example/far.png"></p>
<p><a href="${base}/assets/leaflet.pdf">leaflet</a> <a href="/assets/leaflet.pdf">same</a> <a href="${base}/page">page</a>
<a href="https://partner.example/about">partner</a> <a href="javascript:alert(1)">bad</a></p>`,
  attachments: [
    { name: { zh: '说明书.pdf', en: 'Leaflet' }, url: '/assets/leaflet.pdf', size: 1_468_006 },
    { name: 'Plan', url: `${base}/assets/%E8%A7%84%E5%88%92%20plan.svg` },
  ],
  previous: null,
  next: { id: 'p2', title: { zh: '新闻 2', en: 'Press 2' } },
});

const odd = ['a b', 'x/y', '50%', 'Ünï'].map((id, index) => ({
  id,
  title: { zh: `奇号 ${id}`, en: `Odd id ${id}` },
  columnCode: 'Insights',
  publishTime: `2028-0${index + 1}-01T10:00:00+08:00`,
  content: { zh: `<p>没有摘要的正文 ${index}</p>`, en: `<p>A body without a summary ${index}</p>` },
  previous: index === 1 ? { id: 'a b', title: 'before' } : null,
  next: index === 1 ? { id: '50%', title: 'after' } : null,
}));

/** Returns the articles of a language in the order of the backend. */
export const articles = (language: FakeLanguage, base: string): FakeArticle[] => [
  ...localized(
    [
      completeArticle(base),
      ...numbered(language === 'zh' ? 25 : 3, 'Press Room', 'p', '新闻', 'Press').slice(1),
      ...numbered(12, 'Field Letters', 'f', '来信', 'Letter'),
      ...odd,
      ...numbered(7, 'Insights', 'i', '洞察', 'Insight'),
      { id: 'loose', title: { zh: '散篇', en: 'Loose leaf' }, content: '<p>loose</p>' },
      { id: 'lost', title: 'Lost', columnCode: 'Nowhere', content: '<p>lost</p>' },
      {
        id: 77,
        title: { zh: '数字编号', en: 'A number' },
        columnCode: 'Field Letters',
        content: '<p>77</p>',
      },
    ],
    language,
  ),
  ...(language === 'en'
    ? []
    : localized(
        [
          {
            id: 'only-zh',
            title: '只有中文',
            columnCode: 'Insights',
            publishTime: '2027-01-01',
            content: '<p>中文</p>',
          },
          ...numbered(12, '本地 观察', 'l', '观察', ''),
        ],
        language,
      )),
];
