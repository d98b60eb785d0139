import type { Editor } from './editor.ts';
import { ckeditor } from './programs/ckeditor.ts';
import { commandEditors } from './programs/command-editors.ts';
import { lexical, lexical0 } from './programs/lexical.ts';
import { markdownIt, vditor } from './programs/markdown.ts';
import { quill1, quill2, quill2Semantic } from './programs/quill.ts';
import { tinymce } from './programs/tinymce.ts';
import { tiptap } from './programs/tiptap.ts';
import { wangEditor } from './programs/wangeditor.ts';

export const editors: readonly Editor[] = [
  quill1,
  quill2,
  quill2Semantic,
  wangEditor,
  tinymce,
  ckeditor,
  tiptap,
  lexical,
  lexical0,
  ...commandEditors,
  vditor,
  markdownIt,
];
