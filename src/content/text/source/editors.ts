import type { Attributes } from '../parse-html.ts';

const LEVEL_STYLES = 'decimal lower-alpha lower-roman';

/**
 * Meanings of editors' tags, classes and attributes: declarations of the editor's own style sheet, and these of ours:
 *
 * - `tag`: replaces the tag.
 * - `check`: state of an item in a check list; `items`: state of all items of a list.
 * - `level`: depth of an item in a flat list; `levelStyles`: list styles by level; `isUnnumbered`: the item has no number.
 * - `marker`: pattern of a list's markers.
 * - `tex`: attribute with the TeX source of a formula, which may contain MathML; `hasFormula`: MathML inside replaces the element.
 * - `isUnmixed`: `display` needs an element without text next to it.
 * - `isDuplicate`: hidden content repeats other content and is not reported; `isShownByScript`: only a script shows the element.
 *
 * A selector contains a tag, classes and attributes, after the tag of an ancestor if needed. Later rows override earlier ones.
 */
export const EDITORS: readonly [editors: string, selector: string, style: Attributes][] = [
  ['many', '.screen-reader-text', { display: 'none' }],
  ['many', '.sr-only', { display: 'none' }],
  ['many', '.visually-hidden', { display: 'none' }],
  ['many', '.element-invisible', { display: 'none' }],
  ['KaTeX', '.katex', { hasFormula: 'true' }],
  ['KaTeX', '.msupsub', { 'vertical-align': 'super' }],
  ['MathJax 2', '.MathJax', { hasFormula: 'true' }],
  ['MathJax', 'mjx-container', { hasFormula: 'true' }],
  ['Markdown, CKEditor, TinyMCE', 'input[type="checkbox"]', { check: 'open' }],
  ['Markdown, CKEditor, TinyMCE', 'input[type="checkbox"][checked]', { check: 'done' }],
  ['many', 'input[type="radio"]', { check: 'unchosen' }],
  ['many', 'input[type="radio"][checked]', { check: 'chosen' }],
  ['Notion', '.checkbox-off', { check: 'open' }],
  ['Notion', '.checkbox-on', { check: 'done' }],
  ['Evernote', 'en-todo', { check: 'open' }],
  ['Evernote', 'en-todo[checked="true"]', { check: 'done' }],
  ['Editor.js', '.cdx-checklist__item', { check: 'open' }],
  ['Editor.js', '.cdx-checklist__item--checked', { check: 'done' }],
  ['Markdown', '.task-list-item', { 'list-style-type': 'none' }],
  ['Markdown', '.task-list', { 'list-style-type': 'none' }],
  ['Vditor', '.vditor-task', { 'list-style-type': 'none' }],
  ['CKEditor', '.todo-list', { 'list-style-type': 'none' }],
  ['CKEditor', '[data-list-item-id]', { levelStyles: `${LEVEL_STYLES} upper-alpha upper-roman` }],
  ['TinyMCE', '.tox-checklist', { items: 'open' }],
  ['TinyMCE', '.tox-checklist--checked', { check: 'done' }],
  ['tiptap', 'li[data-type="taskItem"]', { check: 'open' }],
  ['tiptap', 'li[data-type="taskItem"][data-checked="true"]', { check: 'done' }],
  ['tiptap', '[data-latex]', { tex: 'data-latex' }],
  ['Google Docs', '[aria-roledescription="checkbox"]', { display: 'none', isDuplicate: 'true' }],
  ['Lexical, Google Docs', '[role="checkbox"]', { check: 'open' }],
  ['Lexical, Google Docs', '[role="checkbox"][aria-checked="true"]', { check: 'done' }],
  ['Feishu', 'li[data-list="done"]', { check: 'done' }],
  ['Quill', 'ul[data-checked="false"]', { items: 'open' }],
  ['Quill', 'ul[data-checked="true"]', { items: 'done' }],
  ['Quill', 'li[data-list="unchecked"]', { check: 'open', isUnnumbered: 'true' }],
  ['Quill', 'li[data-list="checked"]', { check: 'done', isUnnumbered: 'true' }],
  ['Quill', 'li[data-list="bullet"]', { 'list-style-type': 'disc', isUnnumbered: 'true' }],
  ['Quill', '.ql-code-block-container', { tag: 'pre' }],
  ['Quill', '.ql-direction-rtl', { direction: 'rtl' }],
  ['Quill', '.ql-formula', { tex: 'data-value' }],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((level): [string, string, Attributes] => [
    'Quill',
    `.ql-indent-${level}`,
    { level: `${level}`, levelStyles: LEVEL_STYLES },
  ]),
  ...[1, 2, 3, 4, 5, 6].map((level): [string, string, Attributes] => [
    'Word Online',
    `[role="heading"][aria-level="${level}"]`,
    { tag: `h${level}` },
  ]),
  ['wangEditor', '[data-w-e-type="formula"]', { tex: 'data-value' }],
  ['WeChat', '[id="js_content"]', { isShownByScript: 'true' }],
  ['WeChat', '[data-formula]', { tex: 'data-formula' }],
  ['WeChat', '.code-snippet__line-index', { display: 'none', isDuplicate: 'true' }],
  ['WeChat', 'pre code', { display: 'block', isUnmixed: 'true' }],
  ['UEditor', '.custom_cn1', { marker: '（一）' }],
  ['UEditor', '.custom_cn2', { marker: '（一）' }],
  ['UEditor', '.custom_cn', { marker: '一、' }],
  ['UEditor', '.custom_num1', { marker: '1) ' }],
  ['UEditor', '.custom_num2', { marker: '(1) ' }],
  ['UEditor', '.custom_num', { marker: '1. ' }],
  ['UEditor', '.custom_dash', { marker: '— ' }],
  ['UEditor', '.custom_dot', { marker: '• ' }],
];

/** Elements of Word's settings, whose text browsers show. */
export const WORD_SETTINGS =
  `w:worddocument w:latentstyles w:view w:zoom w:browserlevel w:drawinggridverticalspacing
  w:drawinggridhorizontalspacing w:displayhorizontaldrawinggridevery w:displayverticaldrawinggridevery w:saveifxmlinvalid
  w:ignoremixedcontent w:alwaysshowplaceholdertext w:lidthemeother w:lidthemeasian w:lidthemecomplexscript
  m:mathpr o:officedocumentsettings o:documentproperties o:customdocumentproperties o:shapedefaults o:shapelayout o:author
  o:lastauthor o:template o:title o:revision o:totaltime o:created o:lastsaved o:lastprinted o:pages o:words o:characters
  o:company o:lines o:paragraphs o:characterswithspaces o:version x:excelworkbook x:clientdata`.split(/\s+/u);

/** URL attributes of lazily loaded images: of WeChat, jQuery, WordPress, Zhihu and UEditor. */
export const LAZY_ATTRIBUTES =
  'data-src data-original data-lazy-src data-lazyload data-echo data-ll-src data-actualsrc zoomfile _src'.split(
    ' ',
  );
/** URL attributes of media: of WeChat, its channels, CKEditor and `<object>`. */
export const MEDIA_ATTRIBUTES = ['data-src', 'src', 'data-url', 'url', 'data'];
/** URL prefixes of WeChat media, keyed by the attribute with the id. */
export const ID_URLS = {
  voice_encode_fileid: 'https://res.wx.qq.com/voice/getvoice?mediaid=',
  mid: 'https://y.qq.com/n/ryqq/songDetail/',
};
/** Frame URLs that work only in WeChat or the editor, and their public URLs. */
export const FRAME_URLS: readonly [RegExp, string][] = [
  [/^\/(?=(?:mp|cgi-bin)\/)/u, 'https://mp.weixin.qq.com/'],
  [
    /^.{0,300}(?:map\/show|baidumap\/index)\.html[?#].{0,300}\b(?:center|markers)=(-?[\d.]+)(?:,|%2C)(-?[\d.]+).*$/su,
    'https://api.map.baidu.com/marker?location=$2,$1&title=$2,$1&content=$2,$1&output=html',
  ],
];
/** Cards of WeChat's editor: accounts, mini programs, goods, places, music, videos. */
export const CARD_TAG =
  /^(?:mp-(?!style-type)|mp(?:profile|cps|video|poi|vote|voice|product|audio)|qqmusic$)/u;
export const AUDIO_TAG = /^(?:audio|mpvoice|mp-common-mpaudio|qqmusic)$/u;
export const VIDEO_TAG = /^(?:video|mpvideo|mp-(?:common-)?videosnap)$/u;
/** Attributes with the name of a card, best first. */
export const CARD_NAMES =
  'title name data-miniprogram-title data-miniprogram-nickname music_name data-desc data-nickname'.split(' ');
/** Attributes that name a place together. */
export const PLACE_NAMES = ['data-name', 'data-address'];

export const SELECTED_ATTRIBUTES: ReadonlySet<string> = new Set(
  EDITORS.flatMap(([, selector]) => [...selector.matchAll(/(?<=\[)[\w-]+/gu)].flat()),
);

/** Attributes of known editors that are read. */
export const EDITOR_ATTRIBUTES = [
  ...SELECTED_ATTRIBUTES,
  ...EDITORS.flatMap(([, , { tex = [] }]) => tex),
  ...LAZY_ATTRIBUTES,
  ...MEDIA_ATTRIBUTES,
  ...Object.keys(ID_URLS),
  ...CARD_NAMES,
  ...PLACE_NAMES,
];
