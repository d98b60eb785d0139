import { defineEditor, type Editor } from '../editor.ts';
import { documents, type Node } from './lexical-documents.ts';

type Lexical = {
  createEditor: (options: object) => {
    parseEditorState: (state: object) => unknown;
    setEditorState: (state: unknown) => void;
    update: (callback: () => void, options: object) => void;
  };
};

function write(children: Node[]): string {
  const modules = globalThis as unknown as { Lexical: Lexical } & Record<string, Record<string, unknown>>;
  const pick = (module: string, ...names: string[]) => names.map((name) => modules[module]?.[name]);
  const nodes = [
    ...pick('List', 'ListNode', 'ListItemNode'),
    ...pick('RichText', 'HeadingNode', 'QuoteNode'),
    ...pick('Table', 'TableNode', 'TableRowNode', 'TableCellNode'),
    ...pick('Link', 'LinkNode'),
    ...pick('Code', 'CodeNode', 'CodeHighlightNode'),
  ];
  const theme = {
    list: {
      nested: { listitem: 'nested-listitem' },
      listitemChecked: 'listitem-checked',
      listitemUnchecked: 'listitem-unchecked',
    },
    text: { underline: 'text-underline', strikethrough: 'text-strike', underlineStrikethrough: 'text-both' },
    code: 'code',
  };
  const editor = modules.Lexical.createEditor({
    nodes,
    theme,
    onError: (error: Error) => {
      throw error;
    },
  });
  const root = { type: 'root', version: 1, children, direction: null, format: '', indent: 0 };
  editor.setEditorState(editor.parseEditorState({ root }));
  const toHtml = modules.Html?.$generateHtmlFromNodes as (editor: unknown, selection: null) => string;
  let html = '';
  const readHtml = () => {
    html = toHtml(editor, null);
  };
  editor.update(readHtml, { discrete: true });
  return html;
}

const MODULES = {
  List: 'list',
  RichText: 'rich-text',
  Table: 'table',
  Link: 'link',
  Code: 'code',
  Html: 'html',
};

const define = (name: string, version: string): Editor =>
  defineEditor<Node[]>({
    name,
    packages: Object.fromEntries(
      ['lexical', ...Object.values(MODULES).map((name) => `@lexical/${name}`)].map((name) => [name, version]),
    ),
    bundled: {
      Lexical: 'lexical',
      ...Object.fromEntries(Object.entries(MODULES).map(([name, module]) => [name, `@lexical/${module}`])),
    },
    styles: [],
    css: `.nested-listitem { list-style-type: none } .nested-listitem::before, .nested-listitem::after { display: none }
    .listitem-checked, .listitem-unchecked { list-style-type: none; position: relative }
    .listitem-unchecked::before { content: '☐' } .listitem-checked::before { content: '☑' }
    .text-underline { text-decoration: underline } .text-strike { text-decoration: line-through } .text-both { text-decoration: underline line-through }
    .code { display: block; font-family: Menlo, Consolas, monospace }`,
    wrapper: [],
    write,
    documents,
  });

export const lexical = define('lexical', '0.52.0');
/** Nests lists in items of their own. */
export const lexical0 = define('lexical-0.12', '0.12.6');
