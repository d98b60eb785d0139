import { defineEditor, type Editor } from '../editor.ts';

const PHOTO = 'ORIGIN/pictures/photo-400x300.png';
const ICON = 'ORIGIN/pictures/icon-16x16.png';

const documents = {
  'nested-numbers': '1. 总则\n   1. 范围\n   2. 定义\n      1. 公司\n2. 义务\n3. 附则\n',
  'number-start': '5. 第五\n6. 第六\n\n中间\n\n1) 括号\n2) 括号\n',
  'mixed-lists': '1. 步骤一\n   - 材料甲\n   - 材料乙\n2. 步骤二\n\n中间\n\n* 要点\n  1. 细节\n',
  'loose-list': '- 第一段\n\n  第二段\n\n- 下一项\n\n      x = 1\n',
  'check-list': '- [x] 已提交\n- [ ] 等待审批\n  - [x] 盖章\n  - [ ] 签字\n- 无框\n',
  headings: '# 标题一\n\n正文\n\n### 标题二\n\n正文\n\n## 标题三\n\n标题四\n---\n',
  marks: '**粗** *斜* ~~删~~ ***粗斜*** `a = b` <u>下划</u> H<sub>2</sub>O 10<sup>6</sup> **粗`码`**\n',
  tables: '| 年份 | 收入 |\n|---|---:|\n| 2028 | **120** |\n| 2029 | a<br>b |\n\n之后\n',
  pictures: `![厂房](${PHOTO} "题")\n\n下载 ![](${ICON}) 年度报告\n`,
  links:
    '见[官网](https://www.example.com/a?b=1&c=2)、<https://example.com/>、[**粗**](mailto:ir@example.com)，见[标题](#标题)。\n\n一\n\n<h2 id="标题">标题</h2>\n',
  footnotes: '第一处[^1]，第二处[^note]。\n\n之后\n\n[^1]: 注一。\n[^note]: 注二，*斜*。\n',
  formulas: '规模为 $10^6$ 元。\n\n$$\n\\frac{a+b}{2}\n$$\n',
  code: '代码：\n\n```js\nfunction f() {\n  return 1;\n\n\tdone();\n}\n```\n\n之后\n',
  quotes: '> 引用第一行\n> 第二行\n>\n> - 要点\n\n正文\n\n---\n\n末尾\n',
  'line-breaks': '第一行  \n第二行\\\n第三行\n第四行\n',
  details: '<details><summary>常见问题</summary>\n\n回答\n\n</details>\n\n之后\n',
};

type MarkdownIt = { use: (plugin: unknown) => MarkdownIt; render: (markdown: string) => string };

function writeMarkdownIt(markdown: string): string {
  const modules = globalThis as unknown as Record<string, { default: unknown }>;
  const create = modules.MarkdownIt?.default as (options: object) => MarkdownIt;
  const plugins = [modules.Footnote?.default, modules.Tasks?.default];
  return plugins
    .reduce<MarkdownIt>((parser, plugin) => parser.use(plugin), create({ html: true, linkify: true }))
    .render(markdown);
}

export const markdownIt: Editor = defineEditor<string>({
  name: 'markdown-it',
  packages: { 'markdown-it': '14.1.0', 'markdown-it-footnote': '4.0.0', 'markdown-it-task-lists': '2.1.1' },
  bundled: { MarkdownIt: 'markdown-it', Footnote: 'markdown-it-footnote', Tasks: 'markdown-it-task-lists' },
  styles: [],
  css: '.task-list-item { list-style-type: none }',
  wrapper: [],
  write: writeMarkdownIt,
  documents,
});

type Vditor = { md2html: (markdown: string, options: object) => Promise<string> };

const writeVditor = (markdown: string): Promise<string> =>
  (globalThis as unknown as { Vditor: Vditor }).Vditor.md2html(markdown, { cdn: '/vditor', mode: 'light' });

export const vditor: Editor = defineEditor<string>({
  name: 'vditor',
  packages: { vditor: '4.0.0', katex: '0.16.22' },
  scripts: ['katex/dist/katex.min.js', 'vditor/dist/method.min.js'],
  styles: ['vditor/dist/index.css', 'katex/dist/katex.min.css'],
  wrapper: ['vditor-reset'],
  write: writeVditor,
  formulas: { selector: '.language-math' },
  documents,
});
