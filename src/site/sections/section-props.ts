import type { Level } from '../../../views/components/text.tsx';
import type { Texts } from '../../i18n/set-up.ts';

/** Props of a section's view. `level` is that of its headings. */
export type SectionProps<Content> = {
  content: Content;
  level: Level;
  texts: Texts;
  /** Width of a picture next to a text. */
  shown: 'column' | 'half';
};

/** A record of a list; `Own` are the fields of its kind. */
export type Entry<Own = unknown> = { id: string; title: string; picUrl?: string } & Own;
export type Year<T> = { year: string; list: T[] };
