/** Document that an editor writes, as its own data: operations, JSON, HTML or steps. */
export type Documents<Source> = Readonly<Record<string, Source>>;

/** Installed editor. Files are paths in `node_modules` of the cache. */
export type Editor<Source = unknown> = {
  name: string;
  /** Exact versions by package. */
  packages: Readonly<Record<string, string>>;
  /** Modules that are bundled for the browser, by the name of the global variable. */
  bundled?: Readonly<Record<string, string>>;
  scripts?: readonly string[];
  /** Styles of the editor itself and of published content. */
  styles: readonly string[];
  /** Styles that the editor's manual asks the page to have. */
  css?: string;
  /** Classes of the element around published content, outermost first. */
  wrapper: readonly string[];
  /** Script that runs before `write`. */
  setup?: string;
  /** Runs in the browser. Returns the HTML that sites store. */
  write: (source: Source) => string | Promise<string>;
  /** Formulas that the editor's manual asks the page to render with KaTeX: their TeX is an attribute, or their text. */
  formulas?: { selector: string; attribute?: string };
  documents: Documents<Source>;
};

/** Keeps the type of the documents of an editor together with its function. */
export const defineEditor = <Source>(editor: Editor<Source>): Editor => editor as Editor;
