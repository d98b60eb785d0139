import type { Marked } from '../../src/content/marks.ts';
import type { DayModel } from './day.model.ts';

export type ArticleCard = {
  href: string;
  title: Marked;
  summary?: Marked;
  picUrl?: string;
  day?: DayModel;
  column?: string;
};
