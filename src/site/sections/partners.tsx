import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle } from '../../../views/components/text.tsx';
import { CONTRACT_ROOT } from '../../content/backend/client.ts';
import { type Entry, listSection, type SectionProps, searchLine } from './section.ts';

type PartnersContent = {
  kind: 'partners';
  list: Entry<{ description?: string; linkUrl?: string }>[];
};

/** Logos with names that link to the partners' sites. */
export const Partners = ({ content, level }: SectionProps<PartnersContent>) => (
  <ul className="list-grid partners" data-reveal="items">
    {content.list.map(({ id, title, description, picUrl, linkUrl }) => (
      <li key={id}>
        <Picture src={picUrl} display="portrait" />
        <CardTitle level={level} href={linkUrl}>
          {title}
        </CardTitle>
        {description && <p className="card-summary lines">{description}</p>}
      </li>
    ))}
  </ul>
);

export const partners = listSection({
  path: `${CONTRACT_ROOT}/partner/list`,
  file: 'partners',
  example: {
    id: 1,
    title: { zh: '江南商学院', en: 'Southbank School' },
    description: { zh: '联合培养', en: 'Joint training' },
    picUrl: '/assets/mark.png',
    linkUrl: 'https://example.com/partner',
  },
  record: ({ pictured, optionalText, link }) => pictured.extend({ description: optionalText, linkUrl: link }),
  content: (list): PartnersContent => ({ kind: 'partners', list }),
  searchText: ({ title, description }) => ({ title, lines: [searchLine(title, description)] }),
});
