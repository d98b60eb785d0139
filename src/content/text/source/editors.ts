import type { Attributes } from './styles.ts';

/**
 * Meanings of editors' tags, classes and attributes: CSS declarations that the editor's style sheet contains, and these of our own.
 * `tag` replaces the tag. `check` marks an item of a check list, `items` all items of a list, as `done` or `open`. `level`: depth
 * of an item in a flat list. `counts`: set if an item has no number. `marker`: pattern of the markers of a list. `numbers`: list styles
 * by level. `tex`: attribute with the source of a formula.
 * `repeats`: what hidden content repeats, so that its loss is not reported. `shown`: set if only a script shows
 * the element.
 *
 * A selector contains a tag, classes and attributes, after the tag of an ancestor if needed. Later rows apply over earlier ones.
 */
export const EDITORS: readonly [editors: string, selector: string, style: Attributes][] = [
  ['many', '.screen-reader-text', { display: 'none' }],
  ['many', '.sr-only', { display: 'none' }],
  ['many', '.visually-hidden', { display: 'none' }],
  ['KaTeX', '.katex-html', { display: 'none', repeats: 'the formula' }],
  ['Markdown, CKEditor, TinyMCE', 'input[type="checkbox"]', { check: 'open' }],
  ['Markdown, CKEditor, TinyMCE', 'input[checked]', { check: 'done' }],
  ['Markdown', '.task-list-item', { 'list-style-type': 'none' }],
  ['Markdown', '.task-list', { 'list-style-type': 'none' }],
  ['Vditor', '.vditor-task', { 'list-style-type': 'none' }],
  ['CKEditor', '.todo-list', { 'list-style-type': 'none' }],
  ['CKEditor', '[data-list-item-id]', { numbers: 'decimal lower-alpha lower-roman upper-alpha upper-roman' }],
  ['TinyMCE', '.tox-checklist', { items: 'open' }],
  ['TinyMCE', '.tox-checklist--checked', { check: 'done' }],
  ['tiptap', 'li[data-type="taskItem"]', { check: 'open' }],
  ['tiptap', 'li[data-type="taskItem"][data-checked="true"]', { check: 'done' }],
  ['tiptap', '[data-latex]', { tex: 'data-latex' }],
  ['Google Docs', '[aria-roledescription="checkbox"]', { display: 'none', repeats: 'the state of the item' }],
  ['Lexical, Google Docs', '[role="checkbox"]', { check: 'open' }],
  ['Lexical, Google Docs', '[role="checkbox"][aria-checked="true"]', { check: 'done' }],
  ['Feishu', 'li[data-list="done"]', { check: 'done' }],
  ['Quill', 'ul[data-checked="false"]', { items: 'open' }],
  ['Quill', 'ul[data-checked="true"]', { items: 'done' }],
  ['Quill', 'li[data-list="unchecked"]', { check: 'open', counts: 'no' }],
  ['Quill', 'li[data-list="checked"]', { check: 'done', counts: 'no' }],
  ['Quill', 'li[data-list="bullet"]', { 'list-style-type': 'disc', counts: 'no' }],
  ['Quill', '.ql-code-block-container', { tag: 'pre' }],
  ['Quill', '.ql-syntax', { tag: 'pre' }],
  ['Quill', '.ql-direction-rtl', { direction: 'rtl' }],
  ['Quill', '.ql-formula', { tex: 'data-value' }],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((level): [string, string, Attributes] => [
    'Quill',
    `.ql-indent-${level}`,
    { level: `${level}`, numbers: 'decimal lower-alpha lower-roman' },
  ]),
  ...[1, 2, 3, 4, 5, 6].map((level): [string, string, Attributes] => [
    'Word Online',
    `[role="heading"][aria-level="${level}"]`,
    { tag: `h${level}` },
  ]),
  ['wangEditor', '[data-w-e-type="formula"]', { tex: 'data-value' }],
  ['WeChat', '[id="js_content"]', { shown: 'by a script' }],
  ['WeChat', '[data-formula]', { tex: 'data-formula' }],
  ['WeChat', '.code-snippet__line-index', { display: 'none', repeats: 'the number of each line' }],
  ['WeChat', 'pre code', { display: 'block' }],
  ['UEditor', '.custom_cn1', { marker: '（一）' }],
  ['UEditor', '.custom_cn2', { marker: '（一）' }],
  ['UEditor', '.custom_cn', { marker: '一、' }],
  ['UEditor', '.custom_num1', { marker: '1) ' }],
  ['UEditor', '.custom_num2', { marker: '(1) ' }],
  ['UEditor', '.custom_num', { marker: '1. ' }],
  ['UEditor', '.custom_dash', { marker: '— ' }],
  ['UEditor', '.custom_dot', { marker: '• ' }],
];
