import type { Difference, Kind } from './compare/compare-pages.ts';

/** `editor`, `document`: all if missing. */
type Accepted = { editor?: string; document?: string; kind: Kind; text: RegExp; reason: string };

/** Known differences and their reasons. */
const ACCEPTED: readonly Accepted[] = [
  {
    editor: 'quill-1',
    kind: 'marker',
    text: /^c\. → a\. in “披露义务”|^2\. → 1\. in “回到三级”/u,
    reason: 'Chromium does not restart the counters of Quill 1, as Firefox and Quill 2 do',
  },
  {
    kind: 'marker',
    text: /^(?:level 4 → level 2|1\. 1\. 1\. → 1\.) in “回到三级”/u,
    reason: 'an item that skips levels is one level below the item before',
  },
  {
    kind: 'lines',
    text: /^(?:“•\S+” ?)+ → (?:“[☑☐]\S+” ?)+$/u,
    reason: 'the HTML names the state of check lists, but browsers show bullets',
  },
  {
    editor: 'quill-2-semantic',
    kind: 'direction',
    text: /^none → rtl/u,
    reason: 'the HTML names the direction in a class, but browsers do not show it',
  },
  {
    editor: 'suneditor',
    kind: 'marker',
    text: /^[a-z]\. → \d+\. in/u,
    reason: 'the letters are only in the style sheet of SunEditor, and its HTML does not name the editor',
  },
  {
    editor: 'tinymce',
    document: 'pictures',
    kind: 'lines',
    text: /^“\[photo-400x300\.png\]” “浮动/u,
    reason: 'no text flows around pictures: a small one is in the line in which the editor put it',
  },
  {
    editor: 'ckeditor-5',
    document: 'pictures',
    kind: 'picture',
    text: /^320 px → 400 px/u,
    reason: 'no text flows around pictures, so a side picture without a size of its own has its full size',
  },
  {
    editor: 'suneditor',
    document: 'pictures',
    kind: 'lines',
    text: /^“下载” /u,
    reason: 'the style sheet of SunEditor makes each picture a block; its HTML does not name the editor',
  },
  {
    editor: 'suneditor',
    document: 'pictures',
    kind: 'picture',
    text: /^400 px → 200 px/u,
    reason: 'the style sheet of SunEditor ignores the width attribute, which other pages follow',
  },
  {
    editor: 'trix',
    document: 'pictures',
    kind: 'lines',
    text: /^“下载\[icon/u,
    reason: 'an attachment of Trix is a figure, which is a block',
  },
];

/** Returns the reason why a difference stays, or undefined. */
export const findReason = (
  editor: string,
  document: string,
  { kind, text }: Difference,
): string | undefined =>
  ACCEPTED.find(
    (one) =>
      (one.editor ?? editor) === editor &&
      (one.document ?? document) === document &&
      one.kind === kind &&
      one.text.test(text),
  )?.reason;
