import { headingsFrom } from '../../src/content/rich-text.ts';
import { Raw } from './raw.tsx';

/** An editor's text; `top` is the level of its highest heading. */
export const Prose = ({ html, top }: { html?: string; top: number }) =>
  html && <Raw as="div" className="prose" html={headingsFrom(html, top)} />;
