import { defineEditor } from '../editor.ts';

type Node = { type: string; attrs?: object; content?: Node[]; text?: string; marks?: object[] };

const text = (words: string, ...marks: (string | object)[]): Node => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }),
});
const node = (type: string, content: string | Node[] = [], attrs: object = {}): Node => ({
  type,
  attrs,
  content: typeof content === 'string' ? [text(content)] : content,
});
const p = (content: string | Node[]): Node => node('paragraph', content);
const li = (words: string | Node[], ...inner: Node[]): Node => node('listItem', [p(words), ...inner]);
const ol = (items: Node[], attrs: object = {}): Node => node('orderedList', items, attrs);
const ul = (items: Node[]): Node => node('bulletList', items);
const task = (words: string, checked: boolean, ...inner: Node[]): Node =>
  node('taskItem', [p(words), ...inner], { checked });
const td = (words: string, attrs: object = {}): Node => node('tableCell', [p(words)], attrs);
const th = (words: string, attrs: object = {}): Node => node('tableHeader', [p(words)], attrs);
const link = (href: string): object => ({ type: 'link', attrs: { href } });
const image = (size: string, attrs: object = {}): Node =>
  node('image', [], { src: `ORIGIN/pictures/${size}.png`, ...attrs });

const documents = {
  'nested-numbers': [
    ol([li('总则', ol([li('范围'), li('定义', ol([li('公司')]))])), li('义务'), li('附则')]),
  ],
  'number-types': [
    ol([li('第五'), li('第六')], { start: 5 }),
    ol([li('甲'), li('乙')], { type: 'a' }),
    ol([li('壹')], { type: 'I', start: 3 }),
  ],
  'mixed-lists': [
    ol([li('步骤一', ul([li('材料甲'), li('材料乙', ul([li('副本')]))])), li('步骤二')]),
    p('中间'),
    ul([li('要点', ol([li('细节')]))]),
  ],
  'check-list': [
    node('taskList', [
      task('已提交', true),
      task('等待审批', false, node('taskList', [task('盖章', true), task('签字', false)])),
    ]),
  ],
  headings: [1, 2, 3, 2, 6].flatMap((level) => [node('heading', `标题 ${level}`, { level }), p('正文。')]),
  marks: [
    p([
      text('粗', 'bold'),
      text(' 斜 ', 'italic'),
      text('下划', 'underline'),
      text('删', 'strike'),
      text(' H'),
      text('2', 'subscript'),
      text('O 10'),
      text('6', 'superscript'),
    ]),
    p([
      text('全部', 'bold', 'italic', 'underline', 'strike'),
      text(' 代码 '),
      text('a = b', 'code'),
      text('标记', 'highlight'),
      text('粗上标', 'bold', 'superscript'),
    ]),
  ],
  tables: [
    node('table', [
      node('tableRow', [th('年份'), th('收入', { colspan: 2 })]),
      node('tableRow', [td('2028', { rowspan: 2 }), td('上半年'), td('60')]),
      node('tableRow', [td('下半年'), td('70')]),
    ]),
    p('之后'),
    node('table', [
      node('tableRow', [th('行标题'), td('值', { colwidth: [120] })]),
      node('tableRow', [th('第二行'), td('值二')]),
    ]),
  ],
  'list-in-cell': [
    node('table', [
      node('tableRow', [th('项目'), th('说明')]),
      node('tableRow', [td('甲'), node('tableCell', [ul([li('一'), li('二')]), p('完')])]),
    ]),
  ],
  pictures: [
    p([image('photo-400x300', { alt: '厂房' })]),
    p([text('下载'), image('icon-16x16'), text('年度报告')]),
    p([image('photo-400x300', { width: 200, height: 150 })]),
  ],
  links: [
    p([
      text('见'),
      text('官网', link('https://www.example.com/a?b=1&c=2')),
      text('或'),
      text('粗', 'bold', link('mailto:ir@example.com')),
    ]),
  ],
  media: [
    p('影片：'),
    node('youtube', [], { src: 'https://www.youtube.com/watch?v=abcdefghijk' }),
    p('之后'),
  ],
  formulas: [
    p([text('规模为 '), node('inlineMath', [], { latex: '10^6' }), text(' 元')]),
    node('blockMath', [], { latex: '\\frac{a+b}{2}' }),
  ],
  code: [p('代码：'), node('codeBlock', 'function f() {\n  return 1;\n\n}', { language: 'js' }), p('之后')],
  quotes: [node('blockquote', [p('引用'), ul([li('要点')])]), p('正文'), node('horizontalRule'), p('末尾')],
  details: [
    node(
      'details',
      [node('detailsSummary', '常见问题'), node('detailsContent', [p('回答'), ol([li('一'), li('二')])])],
      { open: false },
    ),
    p('之后'),
  ],
  'line-breaks': [
    p([text('第一行'), node('hardBreak'), text('第二行')]),
    p(''),
    p('一  二   三'),
    ol([li([text('项'), node('hardBreak'), text('续')])]),
  ],
  'right-to-left': [node('paragraph', 'مرحبا بالعالم', { dir: 'rtl' }), p('从左到右')],
  'item-with-blocks': [
    ol([node('listItem', [p('第一段'), p('第二段'), node('codeBlock', 'x = 1')]), li('下一项')]),
  ],
};

type Extension = { configure: (options: object) => Extension };
type Modules = Record<string, Record<string, Extension>>;
type Tiptap = { Core: { Editor: new (options: object) => { getHTML: () => string } } } & Modules;

function write(content: Node[]): string {
  const modules = globalThis as unknown as Tiptap;
  const list = (module: string, ...names: string[]) =>
    names.map((name) => modules[module]?.[name] as Extension);
  const extensions = [
    ...list('StarterKit', 'StarterKit'),
    ...list('List', 'TaskList'),
    ...list('List', 'TaskItem').map((one) => one.configure({ nested: true })),
    ...list('Table', 'Table', 'TableRow', 'TableHeader', 'TableCell'),
    ...list('Details', 'Details', 'DetailsSummary', 'DetailsContent'),
    ...list('Image', 'Image').map((one) => one.configure({ inline: true })),
    ...list('Youtube', 'Youtube'),
    ...list('Mathematics', 'InlineMath', 'BlockMath'),
    ...list('Subscript', 'Subscript'),
    ...list('Superscript', 'Superscript'),
    ...list('Highlight', 'Highlight'),
  ];
  const editor = new modules.Core.Editor({
    extensions,
    content: { type: 'doc', content },
    element: document.body,
  });
  return editor.getHTML();
}

const VERSION = '3.31.3';
const extension = (name: string): string => `@tiptap/extension-${name}`;
const EXTENSIONS = [
  'details',
  'highlight',
  'image',
  'list',
  'mathematics',
  'subscript',
  'superscript',
  'table',
  'youtube',
];

export const tiptap = defineEditor<Node[]>({
  name: 'tiptap',
  packages: {
    ...Object.fromEntries(
      [
        '@tiptap/core',
        '@tiptap/pm',
        '@tiptap/starter-kit',
        '@tiptap/extensions',
        ...EXTENSIONS.map(extension),
      ].map((name) => [name, VERSION]),
    ),
    katex: '0.16.22',
  },
  bundled: {
    Core: '@tiptap/core',
    StarterKit: '@tiptap/starter-kit',
    ...Object.fromEntries(
      EXTENSIONS.map((name) => [name.replace(/^./u, (letter) => letter.toUpperCase()), extension(name)]),
    ),
  },
  scripts: ['katex/dist/katex.min.js'],
  styles: ['katex/dist/katex.min.css'],
  css: `ul[data-type='taskList'] { list-style: none; margin-left: 0; padding: 0 } ul[data-type='taskList'] li { align-items: flex-start; display: flex }
    ul[data-type='taskList'] li > label { flex: 0 0 auto; margin-right: 0.5rem } ul[data-type='taskList'] li > div { flex: 1 1 auto }`,
  wrapper: ['tiptap'],
  write,
  formulas: { selector: '[data-latex]', attribute: 'data-latex' },
  documents,
});
