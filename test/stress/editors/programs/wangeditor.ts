import { defineEditor } from '../editor.ts';

type Node = { [field: string]: unknown };

const text = (words: string, marks: object = {}): Node => ({ text: words, ...marks });
const block = (type: string, children: string | Node[], more: object = {}): Node => ({
  type,
  children: typeof children === 'string' ? [text(children)] : children,
  ...more,
});
const p = (children: string | Node[], more?: object): Node => block('paragraph', children, more);
const empty = (type: string, more: object): Node => block(type, '', more);
const item = (words: string | Node[], ordered: boolean, level = 0): Node =>
  block('list-item', words, { ordered, level });
const cell = (words: string, more: object = {}): Node => block('table-cell', words, more);
const row = (...cells: Node[]): Node => block('table-row', cells);

const PHOTO = 'ORIGIN/pictures/photo-400x300.png';
const ICON = 'ORIGIN/pictures/icon-16x16.png';

const documents = {
  'nested-numbers': [
    item('总则', true),
    item('范围', true, 1),
    item('定义', true, 1),
    item('公司', true, 2),
    item('义务', true),
    item('附则', true),
  ],
  'nested-bullets': [
    item('亚洲', false),
    item('中国', false, 1),
    item('上海', false, 2),
    item('欧洲', false),
  ],
  'mixed-lists': [
    item('步骤一', true),
    item('材料甲', false, 1),
    item('材料乙', false, 1),
    item('步骤二', true),
    p('中间段落'),
    item('重新开始', true),
  ],
  'check-list': [
    block('todo', '已提交', { checked: true }),
    block('todo', '等待审批', { checked: false }),
    block('todo', [text('粗', { bold: true }), text('附件')], { checked: true }),
  ],
  headings: [1, 2, 3, 2, 5].flatMap((level) => [block(`header${level}`, `标题 ${level}`), p('正文。')]),
  marks: [
    p([
      text('粗', { bold: true }),
      text(' 斜 ', { italic: true }),
      text('下划', { underline: true }),
      text('删', { through: true }),
      text(' H'),
      text('2', { sub: true }),
      text('O 10'),
      text('6', { sup: true }),
    ]),
    p([
      text('全部', { bold: true, italic: true, underline: true, through: true }),
      text(' 代码 '),
      text('a = b', { code: true }),
    ]),
    p([
      text('红', {
        color: 'rgb(225, 60, 57)',
        bgColor: 'rgb(255,255,0)',
        fontSize: '22px',
        fontFamily: '黑体',
      }),
      text('上标粗', { sup: true, bold: true }),
    ]),
  ],
  tables: [
    block(
      'table',
      [
        row(
          cell('年份', { isHeader: true }),
          cell('收入', { isHeader: true }),
          cell('利润', { isHeader: true }),
        ),
        row(cell('2028'), cell('120'), cell('30')),
        row(cell('合计', { colSpan: 2 }), cell('30')),
      ],
      { width: 'auto' },
    ),
    p('表格之间'),
    block('table', [row(cell('地区', { rowSpan: 2 }), cell('上海')), row(cell('北京'))], { width: '100%' }),
  ],
  pictures: [
    p([text(''), empty('image', { src: PHOTO, alt: '厂房', href: '', style: {} }), text('')]),
    p([text('下载'), empty('image', { src: ICON, alt: '', href: '', style: {} }), text('年度报告')]),
    p([
      text(''),
      empty('image', { src: PHOTO, alt: '半宽', href: '', style: { width: '50%', height: '' } }),
      text(''),
    ]),
    p([
      text(''),
      empty('image', {
        src: PHOTO,
        alt: '固定',
        href: 'https://example.com/',
        style: { width: '120.00px', height: '90.00px' },
      }),
      text(''),
    ]),
  ],
  links: [
    p([
      text('见'),
      block('link', '官网', { url: 'https://www.example.com/a?b=1&c=2', target: '_blank' }),
      text('或'),
      block('link', '邮件', { url: 'mailto:ir@example.com' }),
      text('。'),
    ]),
    p([text(''), block('link', [text('粗链接', { bold: true })], { url: 'https://example.com/' }), text('')]),
  ],
  media: [
    p('影片：'),
    empty('video', { src: '<iframe src="https://player.example.com/embed/1"></iframe>', poster: '' }),
    p('之后'),
    empty('video', { src: 'https://www.example.com/film.mp4', poster: '', width: 'auto', height: 'auto' }),
    p('末尾'),
  ],
  formulas: [
    p([
      text('规模为'),
      empty('formula', { value: '10^6' }),
      text('元，面积'),
      empty('formula', { value: 'x_1^2' }),
      text('。'),
    ]),
    p([text(''), empty('formula', { value: '\\frac{a+b}{2}' }), text('')]),
  ],
  code: [
    p('代码：'),
    block('pre', [block('code', 'function f() {\n  return 1;\n\n\tdone();\n}', { language: 'javascript' })]),
    p('之后'),
  ],
  quotes: [
    block('blockquote', '引用第一行'),
    block('blockquote', [text('引用', { italic: true }), text('第二行\n第三行')]),
    p('正文'),
  ],
  'white-space': [
    p('一  二   三'),
    p(''),
    p('第一行\n第二行'),
    p('缩进', { indent: '2em' }),
    p('居中', { textAlign: 'center' }),
    empty('divider', {}),
    p('分隔之后'),
  ],
  'list-with-marks': [
    item([text('条款', { bold: true }), text('：内容')], true),
    item([text('见'), block('link', '附件', { url: 'https://example.com/f.pdf' }), text('')], true, 1),
    item([text('公式'), empty('formula', { value: 'E=mc^2' }), text('')], false, 2),
  ],
};

type Factory = {
  Boot: { registerModule: (module: unknown) => void };
  createEditor: (options: object) => { getHtml: () => string };
};

function write(content: Node[]): string {
  const { wangEditor, WangEditorPluginFormula } = globalThis as unknown as {
    wangEditor: Factory;
    WangEditorPluginFormula: { default: unknown };
  };
  wangEditor.Boot.registerModule(WangEditorPluginFormula.default ?? WangEditorPluginFormula);
  const selector = document.body.appendChild(document.createElement('div'));
  return wangEditor.createEditor({ selector, content, mode: 'default' }).getHtml();
}

export const wangEditor = defineEditor<Node[]>({
  name: 'wangeditor',
  packages: { '@wangeditor/editor': '5.1.23', '@wangeditor/plugin-formula': '1.0.11', katex: '0.15.6' },
  scripts: [
    'katex/dist/katex.min.js',
    '@wangeditor/editor/dist/index.js',
    '@wangeditor/plugin-formula/dist/index.js',
  ],
  styles: ['katex/dist/katex.min.css'],
  css: `p, li { white-space: pre-wrap } blockquote { border-left: 8px solid #d0e5f2; padding: 10px; margin: 10px 0 }
    code { font-family: monospace; padding: 3px } pre > code { display: block; padding: 10px }
    table { border-collapse: collapse } td, th { border: 1px solid #ccc; min-width: 50px; height: 20px; text-align: left } th { text-align: center }
    ul, ol { padding-left: 20px } input[type='checkbox'] { margin-right: 5px }`,
  wrapper: ['editor-content-view'],
  write,
  formulas: { selector: '[data-w-e-type="formula"]', attribute: 'data-value' },
  documents,
});
