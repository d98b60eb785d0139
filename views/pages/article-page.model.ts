import type { DayModel } from '../components/day.model.ts';
import type { FileModel } from '../components/file-link.model.ts';
import type { Link } from '../components/link.model.ts';

export type ArticleBody = {
  kind: 'article';
  title: string;
  summary?: string;
  picUrl?: string;
  column?: Link;
  day?: DayModel;
  author?: string;
  source?: string;
  html: string;
  attachments: FileModel[];
  previous?: Link;
  next?: Link;
};
