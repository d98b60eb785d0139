import { defineEditor, type Editor } from '../editor.ts';

type Operation = { insert: string | object; attributes?: object };

const text = (insert: string | object, attributes?: object): Operation => ({
  insert,
  ...(attributes && { attributes }),
});
/** Operations of a line: its parts, and the attributes of its end. */
const line = (parts: string | Operation[], attributes?: object): Operation[] => [
  ...(typeof parts === 'string' ? [text(parts)] : parts),
  text('\n', attributes),
];
const items = (...rows: [string, string, number?][]): Operation[] =>
  rows.flatMap(([words, list, indent]) => line(words, { list, ...(indent && { indent }) }));

const PHOTO = 'ORIGIN/pictures/photo-400x300.png';
const ICON = 'ORIGIN/pictures/icon-16x16.png';

const documents = {
  'nested-numbers': items(
    ['总则', 'ordered'],
    ['适用范围', 'ordered', 1],
    ['定义', 'ordered', 1],
    ['公司', 'ordered', 2],
    ['股东', 'ordered', 2],
    ['义务', 'ordered'],
    ['披露义务', 'ordered', 1],
    ['附则', 'ordered'],
  ),
  'nested-bullets': items(
    ['亚洲', 'bullet'],
    ['中国', 'bullet', 1],
    ['上海', 'bullet', 2],
    ['欧洲', 'bullet'],
  ),
  'mixed-lists': [
    ...items(['步骤一', 'ordered'], ['材料甲', 'bullet', 1], ['材料乙', 'bullet', 1], ['步骤二', 'ordered']),
    ...line('列表之间的段落。'),
    ...items(['重新开始', 'ordered'], ['继续', 'ordered'], ['要点', 'bullet'], ['细节', 'ordered', 1]),
  ],
  'check-list': items(
    ['已提交申请', 'checked'],
    ['等待审批', 'unchecked'],
    ['附件齐全', 'checked', 1],
    ['盖章', 'unchecked', 1],
  ),
  'check-and-numbers': items(
    ['第一步', 'ordered'],
    ['完成', 'checked'],
    ['未完成', 'unchecked'],
    ['第二步', 'ordered'],
  ),
  headings: [1, 2, 3, 2, 4].flatMap((header) => [...line(`标题 ${header}`, { header }), ...line('正文。')]),
  marks: [
    ...line([
      text('粗', { bold: true }),
      text(' 斜 ', { italic: true }),
      text('下划', { underline: true }),
      text('删', { strike: true }),
      text(' CO'),
      text('2', { script: 'sub' }),
      text(' 10'),
      text('6', { script: 'super' }),
      text(' m'),
      text('2', { script: 'super', bold: true }),
    ]),
    ...line([
      text('全部', { bold: true, italic: true, underline: true, strike: true }),
      text(' 代码 '),
      text('a = b', { code: true }),
    ]),
    ...line([
      text('大字', { size: 'huge' }),
      text('红字', { color: '#e60000', background: '#ffff00' }),
      text('粗红', { bold: true, color: 'red' }),
    ]),
    ...line([text('粗', { bold: true })], { header: 2 }),
  ],
  pictures: [
    ...line([text({ image: PHOTO })]),
    ...line([text('下载'), text({ image: ICON }), text('年度报告')]),
    ...line([text({ image: PHOTO }, { width: '200' })]),
    ...line([text('前'), text({ image: ICON }, { link: 'https://example.com/report' }), text('后')]),
  ],
  links: [
    ...line([
      text('见'),
      text('官网', { link: 'https://www.example.com/a?b=1&c=2' }),
      text('或'),
      text('邮件', { link: 'mailto:ir@example.com' }),
    ]),
    ...line([
      text('粗链接', { link: 'https://example.com/', bold: true }),
      text('，'),
      text('电话', { link: 'tel:+862112345678' }),
    ]),
  ],
  media: [...line('影片：'), text({ video: 'https://player.example.com/embed/1' }), ...line('影片之后。')],
  formulas: [
    ...line([
      text('规模为 '),
      text({ formula: '10^6' }),
      text(' 元，面积 '),
      text({ formula: 'x_1^2' }),
      text('。'),
    ]),
    ...line([text({ formula: '\\frac{a+b}{2}' })]),
    ...line([text({ formula: '\\sqrt{n} \\le 10^{-3}' })]),
  ],
  code: [
    ...line('代码：'),
    ...line('function f() {', { 'code-block': true }),
    ...line('  return 1;', { 'code-block': true }),
    ...line('', { 'code-block': true }),
    ...line('}', { 'code-block': true }),
    ...line('之后。'),
  ],
  quotes: [
    ...line('引用第一行', { blockquote: true }),
    ...line([text('引用', { italic: true }), text('第二行')], { blockquote: true }),
    ...line('正文'),
  ],
  'right-to-left': [
    ...line('مرحبا بالعالم 123', { direction: 'rtl', align: 'right' }),
    ...line('بند أول', { direction: 'rtl', align: 'right', list: 'ordered' }),
    ...line('بند ثان', { direction: 'rtl', align: 'right', list: 'ordered', indent: 1 }),
    ...line('从左到右'),
  ],
  'white-space': [
    ...line('一  二   三'),
    ...line(''),
    ...line('\t缩进'),
    ...line('缩进段落', { indent: 1 }),
    ...line('居中', { align: 'center' }),
  ],
  'list-with-marks': [
    ...line([text('条款', { bold: true }), text('：内容')], { list: 'ordered' }),
    ...line([text('见'), text('附件', { link: 'https://example.com/f.pdf' })], {
      list: 'ordered',
      indent: 1,
    }),
    ...line([text('公式 '), text({ formula: 'E=mc^2' })], { list: 'ordered', indent: 2 }),
    ...line([text('图 '), text({ image: ICON })], { list: 'bullet', indent: 1 }),
  ],
  'deep-numbers': items(
    ...Array.from({ length: 9 }, (_, at): [string, string, number] => [`第 ${at} 级`, 'ordered', at]),
    ['回到零级', 'ordered'],
    ['回到三级', 'ordered', 3],
  ),
};

type QuillClass = new (
  element: Element,
  options: object,
) => { setContents: (operations: object) => void; root: HTMLElement };

function write(operations: Operation[]): string {
  const { Quill } = globalThis as unknown as { Quill: QuillClass };
  const holder = document.body.appendChild(document.createElement('div'));
  const quill = new Quill(holder, { theme: 'snow', modules: { toolbar: false } });
  quill.setContents(operations);
  return quill.root.innerHTML;
}

function writeSemantic(operations: Operation[]): string {
  const { Quill } = globalThis as unknown as { Quill: QuillClass };
  const holder = document.body.appendChild(document.createElement('div'));
  const quill = new Quill(holder, { theme: 'snow', modules: { toolbar: false } }) as unknown as {
    setContents: (operations: object) => void;
    getSemanticHTML: () => string;
  };
  quill.setContents(operations);
  return quill.getSemanticHTML();
}

const KATEX = { katex: '0.16.22' };
const define = (name: string, folder: string, packages: Record<string, string>): Editor =>
  defineEditor<Operation[]>({
    name,
    packages: { ...packages, ...KATEX },
    scripts: ['katex/dist/katex.min.js', `${folder}/dist/quill.js`],
    styles: [`${folder}/dist/quill.snow.css`, 'katex/dist/katex.min.css'],
    wrapper: ['ql-container ql-snow', 'ql-editor'],
    write,
    documents,
  });

export const quill1 = define('quill-1', 'quill1', { quill1: 'npm:quill@1.3.7' });
export const quill2 = define('quill-2', 'quill', { quill: '2.0.3' });
/** Quill's HTML for other pages needs no styles of Quill. */
export const quill2Semantic: Editor = {
  ...quill2,
  name: 'quill-2-semantic',
  write: writeSemantic as Editor['write'],
  styles: [],
  wrapper: [],
};
