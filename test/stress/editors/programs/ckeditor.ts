import { defineEditor } from '../editor.ts';

/** Content to load, and commands on the blocks from one index to another: block, last block, command, option. */
type Source = { html: string; steps?: [first: number, last: number, command: string, options?: unknown][] };

const PHOTO = 'ORIGIN/pictures/photo-400x300.png';
const ICON = 'ORIGIN/pictures/icon-16x16.png';
const paragraphs = (...texts: string[]): string => texts.map((one) => `<p>${one}</p>`).join('');

const documents: Record<string, Source> = {
  'nested-numbers': {
    html: paragraphs('总则', '范围', '定义', '公司', '义务', '附则'),
    steps: [
      [0, 5, 'numberedList'],
      [1, 3, 'indentList'],
      [3, 3, 'indentList'],
    ],
  },
  'nested-bullets': {
    html: paragraphs('亚洲', '中国', '上海', '欧洲'),
    steps: [
      [0, 3, 'bulletedList'],
      [1, 2, 'indentList'],
      [2, 2, 'indentList'],
    ],
  },
  'number-types': {
    html: `${paragraphs('甲', '乙', '丙')}<p>中间</p>${paragraphs('四', '五')}<p>又</p>${paragraphs('丁', '戊')}`,
    steps: [
      [0, 2, 'numberedList'],
      [0, 2, 'listStyle', { type: 'lower-latin' }],
      [4, 5, 'numberedList'],
      [4, 5, 'listStart', { startIndex: 4 }],
      [7, 8, 'numberedList'],
      [7, 8, 'listStyle', { type: 'upper-roman' }],
      [7, 8, 'listReversed', { reversed: true }],
    ],
  },
  'mixed-lists': {
    html: '<ol><li>步骤一<ul><li>材料甲</li><li>材料乙</li></ul></li><li>步骤二</li></ol><p>中间</p><ul style="list-style-type:square;"><li>要点<ol><li>细节</li></ol></li></ul>',
  },
  'check-list': {
    html: paragraphs('已提交', '等待审批', '盖章', '签字'),
    steps: [
      [0, 3, 'todoList'],
      [2, 3, 'indentList'],
      [0, 0, 'checkTodoList'],
      [3, 3, 'checkTodoList'],
    ],
  },
  headings: {
    html: paragraphs('标题一', '正文', '标题二', '正文', '标题三', '正文'),
    steps: [
      [0, 0, 'heading', { value: 'heading1' }],
      [2, 2, 'heading', { value: 'heading3' }],
      [4, 4, 'heading', { value: 'heading2' }],
    ],
  },
  marks: {
    html: '<p><strong>粗</strong> <i>斜</i> <u>下划</u> <s>删</s> H<sub>2</sub>O 10<sup>6</sup> <code>代码</code> <strong><i><u><s>全部</s></u></i></strong> <mark class="marker-yellow">标记</mark> <span style="color:hsl(0,75%,60%);">红</span><span class="text-huge">大</span></p>',
    steps: [],
  },
  tables: {
    html: '<table><caption>表一</caption><thead><tr><th>年份</th><th colspan="2">收入</th></tr></thead><tbody><tr><th rowspan="2">2028</th><td>上半年</td><td>60</td></tr><tr><td>下半年</td><td>70</td></tr></tbody></table><p>之后</p>',
  },
  'list-in-cell': {
    html: '<table><tr><td>项目</td><td><ul><li>一</li><li>二<ol><li>内</li></ol></li></ul><p>完</p></td></tr></table>',
  },
  pictures: {
    html: `<p><img src="${PHOTO}" alt="厂房"></p><p>下载 <img src="${ICON}" width="16" height="16"> 年度报告</p><figure class="image image_resized" style="width:25%;"><img src="${PHOTO}" width="400" height="300"><figcaption>图一：<strong>厂房</strong></figcaption></figure>
      <figure class="image image-style-side"><img src="${PHOTO}" width="400" height="300"></figure><p>旁边的文字</p><figure class="image"><a href="https://example.com/"><img src="${PHOTO}"></a></figure>`,
  },
  links: {
    html: '<p>见<a href="https://www.example.com/a?b=1&amp;c=2">官网</a>或<a href="mailto:ir@example.com"><strong>邮件</strong></a>，<a href="#notes">附注</a></p><p>一</p><p><a id="notes"></a>附注内容</p>',
  },
  media: {
    html: '<p>影片：</p><figure class="media"><oembed url="https://www.youtube.com/watch?v=abcdefghijk"></oembed></figure><p>之后</p>',
  },
  code: {
    html: '<p>代码：</p><pre><code class="language-javascript">function f() {\n  return 1;\n\n\tdone();\n}</code></pre><p>之后</p>',
  },
  quotes: { html: paragraphs('引用第一段', '引用第二段', '正文'), steps: [[0, 1, 'blockQuote']] },
  'line-breaks': {
    html: '<p>第一行<br>第二行</p><p>&nbsp;</p><p>一&nbsp; 二 &nbsp;三</p><hr><p style="margin-left:40px;">缩进</p><p style="text-align:center;">居中</p><div class="page-break" style="page-break-after:always;"><span style="display:none;">&nbsp;</span></div><p>下一页</p>',
  },
  details: { html: '<details><summary>常见问题</summary><p>回答</p></details><p>之后</p>' },
  'right-to-left': { html: '<p dir="rtl">مرحبا بالعالم</p><p>从左到右</p>' },
};

type Model = {
  change: (
    callback: (writer: {
      setSelection: (range: unknown) => void;
      createRangeIn: (node: unknown) => unknown;
      createRange: (start: unknown, end: unknown) => unknown;
      createPositionAt: (node: unknown, at: unknown) => unknown;
    }) => void,
  ) => void;
  document: { getRoot: () => { getChild: (at: number) => unknown } };
};
type Instance = {
  setData: (html: string) => void;
  getData: () => string;
  execute: (command: string, options?: unknown) => void;
  model: Model;
};
type Library = Record<string, { create: (options: object) => Promise<Instance> }>;

async function write({ html, steps = [] }: Source): Promise<string> {
  const { CKEDITOR } = globalThis as unknown as { CKEDITOR: Library };
  const attachTo = document.body.appendChild(document.createElement('div'));
  const names = `Essentials Paragraph Heading Bold Italic Underline Strikethrough Subscript Superscript Code Highlight Font List ListProperties
    TodoList Table TableCaption TableColumnResize TableProperties TableCellProperties Image ImageInline ImageBlock ImageCaption ImageResize ImageStyle LinkImage Link Bookmark MediaEmbed
    CodeBlock BlockQuote HorizontalLine PageBreak Indent IndentBlock Alignment GeneralHtmlSupport`;
  const plugins = names
    .split(/\s+/u)
    .map((name) => CKEDITOR[name])
    .filter(Boolean);
  const htmlSupport = {
    allow: [{ name: /^(?:details|summary|p)$/u, attributes: true, styles: true, classes: true }],
  };
  const list = { properties: { styles: true, startIndex: true, reversed: true } };
  const editor = await CKEDITOR.ClassicEditor?.create({
    attachTo,
    licenseKey: 'GPL',
    plugins,
    htmlSupport,
    list,
  });
  if (!editor) throw new Error('no editor');
  editor.setData(html);
  for (const [first, last, command, options] of steps) {
    const root = editor.model.document.getRoot();
    editor.model.change((writer) => {
      const [start, end] = [root.getChild(first), root.getChild(last)];
      writer.setSelection(
        writer.createRange(writer.createPositionAt(start, 0), writer.createPositionAt(end, 'end')),
      );
    });
    editor.execute(command, options);
  }
  return editor.getData();
}

export const ckeditor = defineEditor<Source>({
  name: 'ckeditor-5',
  packages: { ckeditor5: '48.5.2' },
  scripts: ['ckeditor5/dist/browser/ckeditor5.umd.js'],
  styles: ['ckeditor5/dist/ckeditor5-content.css'],
  wrapper: ['ck-content'],
  write,
  documents,
});
