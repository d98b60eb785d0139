import type { Link } from '../components/link.model.ts';
import type { SectionContent } from '../sections/section.model.ts';

export type HomeBlock = {
  id?: string;
  kind: string;
  title: string;
  subtitle?: string;
  picUrl?: string;
  /** `about` continues `text`, so that the link says where it leads without its surroundings. */
  more?: Link & { about: string };
  content: SectionContent;
};
