import { type Documents, defineEditor, type Editor } from '../editor.ts';

/** HTML to load, and commands of `execCommand` on the content of an element: selector, command, value. */
type Source = { html: string; steps?: [selector: string, command: string, value?: string][] };

const PHOTO = 'ORIGIN/pictures/photo-400x300.png';
const ICON = 'ORIGIN/pictures/icon-16x16.png';
const paragraphs = (...texts: string[]): string => texts.map((one) => `<p>${one}</p>`).join('');

const documents: Documents<Source> = {
  'new-list': { html: paragraphs('总则', '义务', '附则'), steps: [['*', 'insertOrderedList']] },
  'indented-list': {
    html: '<ol><li>总则</li><li>范围</li><li>定义</li><li>义务</li></ol>',
    steps: [
      ['li:nth-child(2)', 'indent'],
      ['ol > li:nth-child(3), ol > li:nth-of-type(3)', 'indent'],
    ],
  },
  'nested-lists': {
    html: '<ol><li>步骤一<ul><li>材料甲</li><li>材料乙<ol style="list-style-type: lower-alpha;"><li>副本</li></ol></li></ul></li><li>步骤二</li></ol><p>中间</p><ul><li>要点</li></ul>',
  },
  'new-marks': {
    html: '<p>前 <i>粗</i> 后</p><p>下划</p><p>删</p><p>10<span>6</span> H<b>2</b>O</p>',
    steps: [
      ['i', 'bold'],
      ['p:nth-of-type(2)', 'underline'],
      ['p:nth-of-type(3)', 'strikeThrough'],
      ['p:nth-of-type(4) span', 'superscript'],
    ],
  },
  'kept-marks': {
    html: '<p><strong>粗</strong> <em>斜</em> <u>下划</u> <s>删</s> H<sub>2</sub>O 10<sup>6</sup> <strong><em><u><s>全部</s></u></em></strong> <span style="font-weight: bold;">样式</span></p>',
  },
  headings: { html: '<h1>标题一</h1><p>正文</p><h3>标题二</h3><p>正文</p><h2>标题三</h2>' },
  tables: {
    html: '<table><thead><tr><th>年份</th><th colspan="2">收入</th></tr></thead><tbody><tr><td rowspan="2">2028</td><td>上半年</td><td>60</td></tr><tr><td>下半年</td><td>70</td></tr></tbody></table><p>之后</p>',
  },
  pictures: {
    html: `<p><img src="${PHOTO}" alt="厂房"></p><p>下载 <img src="${ICON}" alt="" width="16" height="16"> 年度报告</p><p><img src="${PHOTO}" alt="" width="200" height="150"></p>`,
  },
  links: {
    html: '<p>见<a href="https://www.example.com/a?b=1&amp;c=2" target="_blank">官网</a>或<a href="mailto:ir@example.com">邮件</a></p><p>链接</p>',
    steps: [['p:last-child', 'createLink', 'https://example.com/b']],
  },
  quotes: { html: '<blockquote><p>引用第一段</p></blockquote><p>正文</p><hr><p>末尾</p>' },
  code: { html: '<p>代码：</p><pre>function f() {\n  return 1;\n}</pre><p>之后</p>' },
  'line-breaks': {
    html: '<p>第一行<br>第二行</p><p>一&nbsp; 二 &nbsp;三</p><p style="margin-left: 40px;">缩进</p>',
  },
  direction: { html: '<p dir="rtl">مرحبا بالعالم</p><p>从左到右</p>' },
  media: {
    html: '<p>影片：</p><p><iframe src="https://player.example.com/embed/1" width="560" height="314"></iframe></p><p>末尾</p>',
  },
};

/** Selects content and runs commands in the document of an editable element. */
const runSteps = `globalThis.runSteps = (editable, steps) => {
  const page = editable.ownerDocument;
  editable.focus();
  for (const [selector, command, value] of steps ?? []) {
    const found = editable.querySelectorAll(selector === '*' ? ':scope > *' : selector);
    if (found.length === 0) continue;
    const range = page.createRange();
    range.setStart(found[0], 0);
    const last = selector === '*' ? found[found.length - 1] : found[0];
    range.setEnd(last, last.childNodes.length);
    page.getSelection().removeAllRanges();
    page.getSelection().addRange(range);
    page.execCommand(command, false, value);
  }
}`;

type Steps = Source['steps'];
type Globals = {
  runSteps: (editable: Element, steps: Steps) => void;
  Jodit: {
    make: (element: Element) => { value: string; editor: HTMLElement; synchronizeValues: () => void };
  };
  KindEditor: {
    create: (
      element: Element,
      options: object,
    ) => { html: (html?: string) => string; edit: { doc: Document }; sync: () => void };
  };
  SUNEDITOR: {
    create: (
      element: Element,
      options: object,
    ) => {
      $: { html: { set: (html: string) => void; get: () => string }; frameContext: Map<string, HTMLElement> };
    };
  };
  $: (element: Element) => { summernote: (command?: string, value?: string) => string };
};

function writeJodit({ html, steps }: Source): string {
  const globals = globalThis as unknown as Globals;
  const editor = globals.Jodit.make(document.body.appendChild(document.createElement('textarea')));
  editor.value = html;
  globals.runSteps(editor.editor, steps);
  editor.synchronizeValues();
  return editor.value;
}

async function writeKindEditor({ html, steps }: Source): Promise<string> {
  const globals = globalThis as unknown as Globals;
  const editor = globals.KindEditor.create(document.body.appendChild(document.createElement('textarea')), {
    basePath: '/kindeditor/',
    filterMode: true,
    loadStyleMode: false,
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  editor.html(html);
  globals.runSteps(editor.edit.doc.body, steps);
  editor.sync();
  return editor.html();
}

async function writeSunEditor({ html, steps }: Source): Promise<string> {
  const globals = globalThis as unknown as Globals;
  const editor = globals.SUNEDITOR.create(document.body.appendChild(document.createElement('textarea')), {});
  await new Promise((resolve) => setTimeout(resolve, 200));
  editor.$.html.set(html);
  const editable = document.querySelector('.sun-editor-editable');
  if (editable) globals.runSteps(editable, steps);
  return editor.$.html.get();
}

function writeSummernote({ html, steps }: Source): string {
  const globals = globalThis as unknown as Globals;
  const holder = document.body.appendChild(document.createElement('div'));
  globals.$(holder).summernote();
  globals.$(holder).summernote('code', html);
  const editable = document.querySelector('.note-editable');
  if (editable) globals.runSteps(editable, steps);
  return globals.$(holder).summernote('code');
}

async function writeTrix({ html }: Source): Promise<string> {
  const element = document.body.appendChild(document.createElement('trix-editor')) as HTMLElement & {
    editor: { loadHTML: (html: string) => void };
    value: string;
  };
  await new Promise((resolve) => setTimeout(resolve, 100));
  element.editor.loadHTML(html);
  return element.value;
}

const define = (
  editor: Pick<Editor<Source>, 'name' | 'packages' | 'scripts' | 'styles' | 'wrapper' | 'write'>,
): Editor => defineEditor<Source>({ ...editor, setup: runSteps, documents });

export const commandEditors: readonly Editor[] = [
  define({
    name: 'jodit',
    packages: { jodit: '4.15.13' },
    scripts: ['jodit/es2021/jodit.min.js'],
    styles: ['jodit/es2021/jodit.min.css'],
    wrapper: ['jodit-wysiwyg'],
    write: writeJodit,
  }),
  define({
    name: 'kindeditor',
    packages: { kindeditor: '4.1.10' },
    scripts: ['kindeditor/kindeditor-all.js', 'kindeditor/lang/zh_CN.js'],
    styles: [],
    wrapper: ['ke-content'],
    write: writeKindEditor,
  }),
  define({
    name: 'suneditor',
    packages: { suneditor: '3.3.3' },
    scripts: ['suneditor/dist/suneditor.min.js'],
    styles: ['suneditor/dist/suneditor-contents.min.css'],
    wrapper: ['sun-editor-editable'],
    write: writeSunEditor,
  }),
  define({
    name: 'summernote',
    packages: { summernote: '0.9.1', jquery: '3.7.1' },
    scripts: ['jquery/dist/jquery.js', 'summernote/dist/summernote-lite.js'],
    styles: [],
    wrapper: [],
    write: writeSummernote,
  }),
  define({
    name: 'trix',
    packages: { trix: '2.1.15' },
    scripts: ['trix/dist/trix.umd.js'],
    styles: ['trix/dist/trix.css'],
    wrapper: ['trix-content'],
    write: writeTrix,
  }),
];
