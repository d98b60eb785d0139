import { defineEditor } from '../editor.ts';

/** HTML to start with, and commands on selected elements: selector, command, value. */
type Source = { html: string; steps?: [selector: string, command: string, value?: unknown][] };

const PHOTO = 'ORIGIN/pictures/photo-400x300.png';
const ICON = 'ORIGIN/pictures/icon-16x16.png';
const paragraphs = (...texts: string[]): string => texts.map((one) => `<p>${one}</p>`).join('');

const documents: Record<string, Source> = {
  'nested-numbers': {
    html: paragraphs('总则', '范围', '定义', '公司', '义务', '附则'),
    steps: [
      ['*', 'InsertOrderedList'],
      ['li:nth-child(2)', 'Indent'],
      ['li > ol + li, li:nth-child(2)', 'Indent'],
      ['li li:last-child', 'Indent'],
    ],
  },
  'number-types': {
    html: '<p>前</p><ol><li>甲</li><li>乙<ol><li>子一</li><li>子二</li></ol></li></ol><ol start="4"><li>丁</li></ol><ol><li>x</li><li>y</li></ol>',
    steps: [
      ['ol li', 'mceListUpdate', { styles: { 'list-style-type': 'lower-alpha' } }],
      ['li li', 'mceListUpdate', { styles: { 'list-style-type': 'upper-roman' } }],
      [
        'ol:nth-of-type(3) > li',
        'mceListUpdate',
        { attrs: { start: '7' }, styles: { 'list-style-type': 'lower-greek' } },
      ],
    ],
  },
  'nested-bullets': {
    html: paragraphs('亚洲', '中国', '上海', '欧洲'),
    steps: [
      ['*', 'InsertUnorderedList'],
      ['li:nth-child(2)', 'Indent'],
      ['ul > li:nth-child(2)', 'Indent'],
    ],
  },
  'mixed-lists': {
    html: '<ol><li>步骤一<ul><li>材料甲</li><li>材料乙</li></ul></li><li>步骤二</li></ol><p>中间</p><ul style="list-style-type: square;"><li>要点<ol><li>细节</li></ol></li></ul>',
  },
  headings: {
    html: paragraphs('标题一', '正文', '标题二', '正文', '标题三', '正文'),
    steps: [
      ['p:nth-child(1)', 'FormatBlock', 'h1'],
      ['p:nth-child(3)', 'FormatBlock', 'h3'],
      ['p:nth-child(5)', 'FormatBlock', 'h2'],
    ],
  },
  marks: {
    html: '<p><span id="a">粗</span> <span id="b">斜</span> <span id="c">下划</span> <span id="d">删</span> H<span id="e">2</span>O 10<span id="f">6</span> <span id="g">代码</span> <span id="h">全部</span></p>',
    steps: [
      ['#a', 'Bold'],
      ['#b', 'Italic'],
      ['#c', 'Underline'],
      ['#d', 'Strikethrough'],
      ['#e', 'Subscript'],
      ['#f', 'Superscript'],
      ['#g', 'mceToggleFormat', 'code'],
      ['#h', 'Bold'],
      ['#h', 'Italic'],
      ['#h', 'Underline'],
      ['#h', 'ForeColor', '#e03e2d'],
      ['#h', 'Strikethrough'],
    ],
  },
  'cancelled-marks': {
    html: '<p><strong>粗 <span style="font-weight: normal;">不粗</span></strong> <em>斜<span style="font-style: normal;">正</span></em> <span style="font-weight: 700;">样式粗</span> <span style="text-decoration: underline line-through;">双线</span></p>',
  },
  tables: {
    html: '<table border="1"><caption>表一</caption><thead><tr><th scope="col">年份</th><th scope="col" colspan="2">收入</th></tr></thead><tbody><tr><td rowspan="2">2028</td><td>上半年</td><td>60</td></tr><tr><td>下半年</td><td>70</td></tr></tbody></table><p>之后</p>',
  },
  'table-commands': {
    html: '<p>表：</p><p>x</p>',
    steps: [
      [
        'p:last-child',
        'mceInsertTable',
        { rows: 3, columns: 3, options: { headerRows: 1, headerColumns: 1 } },
      ],
      ['td', 'mceInsertContent', '值'],
      ['tr:nth-child(1) th', 'mceInsertContent', '行甲'],
      ['tr:nth-child(2) th', 'mceInsertContent', '行乙'],
    ],
  },
  pictures: {
    html: `<p><img src="${PHOTO}" alt="厂房"></p><p>下载 <img src="${ICON}" alt="" width="16" height="16"> 年度报告</p><p><img src="${PHOTO}" alt="" width="200" height="150"></p>
      <figure class="image"><img src="${PHOTO}" alt="" width="300" height="225"><figcaption>图一：厂房</figcaption></figure><p><img style="float: right;" src="${PHOTO}" width="120" height="90">浮动图片旁的文字。</p>`,
  },
  links: {
    html: '<p>见官网，或<a href="#notes">附注</a>，或<a href="mailto:ir@example.com">邮件</a></p><p>一</p><p>附注内容</p>',
    steps: [
      ['p:nth-child(2)', 'mceInsertLink', { href: 'https://www.example.com/a?b=1&c=2', target: '_blank' }],
      ['p:nth-child(3)', 'mceInsertContent', '<a id="notes"></a>附注内容'],
    ],
  },
  media: {
    html: '<p>影片：</p><p><iframe src="https://player.example.com/embed/1" width="560" height="314" allowfullscreen="allowfullscreen"></iframe></p><p><video controls="controls" width="300" height="150"><source src="https://www.example.com/film.mp4" type="video/mp4"></video></p><p>末尾</p>',
  },
  code: {
    html: '<p>代码：</p><pre class="language-javascript"><code>function f() {\n  return 1;\n\n\tdone();\n}</code></pre><p>行内 <code>a  = b</code></p>',
  },
  quotes: { html: paragraphs('引用第一段', '正文'), steps: [['p:first-child', 'mceBlockQuote']] },
  details: {
    html: '<details class="mce-accordion"><summary>常见问题</summary><p>回答</p><ul><li>一</li></ul></details><p>之后</p>',
  },
  'line-breaks': {
    html: '<p>第一行<br>第二行</p><p>&nbsp;</p><p>一&nbsp; 二 &nbsp;三</p><hr><p style="padding-left: 40px;">缩进</p><p style="text-align: center;">居中</p><!-- pagebreak --><p>下一页</p>',
  },
  'right-to-left': {
    html: paragraphs('مرحبا بالعالم', '从左到右'),
    steps: [['p:first-child', 'mceDirectionRTL']],
  },
  'indented-lists': {
    html: '<ul><li>一</li><li style="list-style-type: none;"><ul><li>内</li></ul></li><li>二</li></ul><ol><li value="3">三</li><li>四</li></ol><ol reversed="reversed"><li>乙</li><li>甲</li></ol>',
  },
  hidden: {
    html: '<p>可见<span style="display: none;">不可见</span>。</p><p><span style="font-size: 0pt;">零</span>字号</p><p style="visibility: hidden;">隐藏</p>',
  },
};

type Selection = { select: (node: Element, content?: boolean) => void };
type Instance = {
  setContent: (html: string) => void;
  getContent: () => string;
  execCommand: (command: string, ui: boolean, value?: unknown) => void;
  getBody: () => HTMLElement;
  selection: Selection & { setRng: (range: Range) => void };
};

async function write({ html, steps = [] }: Source): Promise<string> {
  const { tinymce } = globalThis as unknown as {
    tinymce: { init: (options: object) => Promise<Instance[]> };
  };
  const target = document.body.appendChild(document.createElement('textarea'));
  const plugins =
    'lists advlist table image media link anchor codesample pagebreak directionality nonbreaking accordion';
  const [editor] = await tinymce.init({
    target,
    license_key: 'gpl',
    plugins,
    promotion: false,
    image_caption: true,
    convert_urls: false,
    verify_html: true,
  });
  if (!editor) throw new Error('no editor');
  editor.setContent(html);
  for (const [selector, command, value] of steps) {
    const body = editor.getBody();
    const found = body.querySelectorAll(selector === '*' ? ':scope > *' : selector);
    const [first, last] = [found[0], selector === '*' ? found[found.length - 1] : found[0]];
    if (!first || !last) throw new Error(`nothing matches ${selector} in ${body.innerHTML}`);
    const range = body.ownerDocument.createRange();
    range.setStart(first, 0);
    range.setEnd(last, last.childNodes.length);
    editor.selection.setRng(range);
    editor.execCommand(command, false, value);
  }
  return editor.getContent();
}

export const tinymce = defineEditor<Source>({
  name: 'tinymce',
  packages: { tinymce: '8.9.2' },
  scripts: ['tinymce/tinymce.min.js'],
  styles: ['tinymce/skins/content/default/content.min.css'],
  wrapper: ['mce-content-body'],
  write,
  documents,
});
