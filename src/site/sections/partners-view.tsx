import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle } from '../../../views/components/text.tsx';
import type { Entry, SectionProps } from './section-props.ts';

export type PartnersContent = {
  kind: 'partners';
  list: Entry<{ description?: string; linkUrl?: string }>[];
};

/** Logos with names that link to the partners' sites. */
export const Partners = ({ content, level }: SectionProps<PartnersContent>) => (
  <ul className="list-grid partners" data-reveal="items">
    {content.list.map(({ id, title, description, picUrl, linkUrl }) => (
      <li key={id}>
        <Picture src={picUrl} shown="portrait" />
        <CardTitle level={level} href={linkUrl}>
          {title}
        </CardTitle>
        {description && <p className="card-summary lines">{description}</p>}
      </li>
    ))}
  </ul>
);
