import type { Link } from '../components/link.model.ts';
import type { Section } from '../sections/section.model.ts';

export type MenuBody = {
  kind: 'page';
  title: string;
  lead?: string;
  picUrl?: string;
  contents: Link[];
  sections: Section[];
  previous?: Link;
  next?: Link;
};
