/** Node of a Lexical document. */
export type Node = { type: string; version: 1; children?: Node[]; [field: string]: unknown };

const BOLD = 1;
const ITALIC = 2;
const STRIKE = 4;
const UNDERLINE = 8;
const CODE = 16;
const SUBSCRIPT = 32;
const SUPERSCRIPT = 64;

const text = (words: string, format = 0): Node => ({
  type: 'text',
  version: 1,
  text: words,
  format,
  detail: 0,
  mode: 'normal',
  style: '',
});
const node = (type: string, content: string | Node[], more: object = {}): Node => ({
  type,
  version: 1,
  children: typeof content === 'string' ? [text(content)] : content,
  direction: null,
  format: '',
  indent: 0,
  ...more,
});
const p = (content: string | Node[], more: object = {}): Node =>
  node('paragraph', content, { textFormat: 0, textStyle: '', ...more });
const li = (content: string | Node[], value: number, more: object = {}): Node =>
  node('listitem', content, { value, ...more });
/** An item that only contains a nested list. */
const nested = (value: number, list: Node): Node => li([list], value);
const list = (listType: string, items: Node[], start = 1): Node =>
  node('list', items, { listType, start, tag: listType === 'number' ? 'ol' : 'ul' });
const cell = (words: string, more: object = {}): Node =>
  node('tablecell', [p(words)], { headerState: 0, colSpan: 1, rowSpan: 1, ...more });
const row = (...cells: Node[]): Node => node('tablerow', cells);
const link = (content: Node[], url: string): Node =>
  node('link', content, { url, rel: 'noreferrer', target: null, title: null });

export const documents = {
  'nested-numbers': [
    list('number', [
      li('总则', 1),
      nested(2, list('number', [li('范围', 1), li('定义', 2), nested(3, list('number', [li('公司', 1)]))])),
      li('义务', 2),
      li('附则', 3),
    ]),
  ],
  'nested-bullets': [
    list('bullet', [
      li('亚洲', 1),
      nested(2, list('bullet', [li('中国', 1), nested(2, list('bullet', [li('上海', 1)]))])),
      li('欧洲', 2),
    ]),
  ],
  'mixed-lists': [
    list('number', [
      li('步骤一', 1),
      nested(2, list('bullet', [li('材料甲', 1), li('材料乙', 2)])),
      li('步骤二', 2),
    ]),
    p('中间'),
    list('number', [li('第五', 5), li('第六', 6)], 5),
  ],
  'check-list': [
    list('check', [
      li('已提交', 1, { checked: true }),
      li('等待审批', 2, { checked: false }),
      nested(3, list('check', [li('盖章', 1, { checked: true }), li('签字', 2, { checked: false })])),
    ]),
  ],
  headings: [1, 2, 3, 2, 5].flatMap((level) => [
    node('heading', `标题 ${level}`, { tag: `h${level}` }),
    p('正文。'),
  ]),
  marks: [
    p([
      text('粗', BOLD),
      text(' 斜 ', ITALIC),
      text('下划', UNDERLINE),
      text('删', STRIKE),
      text(' H'),
      text('2', SUBSCRIPT),
      text('O 10'),
      text('6', SUPERSCRIPT),
    ]),
    p([
      text('全部', BOLD + ITALIC + UNDERLINE + STRIKE),
      text(' 代码 '),
      text('a = b', CODE),
      text('粗码', BOLD + CODE),
      text('双线', UNDERLINE + STRIKE),
    ]),
  ],
  tables: [
    node('table', [
      row(cell('年份', { headerState: 1 }), cell('收入', { headerState: 1, colSpan: 2 })),
      row(cell('2028', { headerState: 2, rowSpan: 2 }), cell('上半年'), cell('60')),
      row(cell('下半年'), cell('70')),
    ]),
    p('之后'),
  ],
  links: [
    p([
      text('见'),
      link([text('官网')], 'https://www.example.com/a?b=1&c=2'),
      text('或'),
      link([text('粗', BOLD)], 'mailto:ir@example.com'),
    ]),
  ],
  code: [
    p('代码：'),
    node(
      'code',
      [
        text('function f() {'),
        { type: 'linebreak', version: 1 },
        text('  return 1;'),
        { type: 'linebreak', version: 1 },
        { type: 'tab', version: 1, text: '\t', format: 0, detail: 2, mode: 'normal', style: '' },
        text('done();'),
        { type: 'linebreak', version: 1 },
        text('}'),
      ],
      { language: 'javascript' },
    ),
    p('之后'),
  ],
  quotes: [
    node('quote', [text('引用'), { type: 'linebreak', version: 1 }, text('第二行', ITALIC)]),
    p('正文'),
  ],
  'white-space': [
    p([text('第一行'), { type: 'linebreak', version: 1 }, text('一  二   三')]),
    p([]),
    p('缩进', { indent: 1 }),
    p('居中', { format: 'center' }),
  ],
  'right-to-left': [
    p('مرحبا بالعالم', { direction: 'rtl' }),
    list('number', [li('بند أول', 1)]),
    p('从左到右', { direction: 'ltr' }),
  ],
  'list-with-marks': [
    list('number', [
      li([text('条款', BOLD), text('：内容')], 1),
      nested(2, list('bullet', [li([text('见'), link([text('附件')], 'https://example.com/f.pdf')], 1)])),
    ]),
  ],
};
