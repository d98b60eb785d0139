import { Picture } from '../../../views/components/picture.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { CardTitle, nextLevel } from '../../../views/components/text.tsx';
import { CONTRACT_ROOT } from '../../content/backend/client.ts';
import type { Html } from '../../content/text/serialize.ts';
import { type Entry, listSection, type SectionProps, textLines } from './section.ts';

type DirectionsContent = { kind: 'directions'; list: Entry<{ html?: Html; text?: string }>[] };

export const Directions = ({ content, level }: SectionProps<DirectionsContent>) => (
  <ul className="list-grid directions" data-reveal="items">
    {content.list.map(({ id, title, html, text, picUrl }) => (
      <li key={id}>
        <Picture src={picUrl} display="half" />
        <div className="directions-words">
          <CardTitle level={level}>{title}</CardTitle>
          <Prose html={html} top={nextLevel(level)} />
          {!html && text && <p className="card-summary">{text}</p>}
        </div>
      </li>
    ))}
  </ul>
);

export const directions = listSection({
  path: `${CONTRACT_ROOT}/investment-direction/list`,
  file: 'investment-directions',
  example: {
    id: 1,
    title: { zh: '物流', en: 'Logistics' },
    description: { zh: '<p>仓与路</p>', en: '<p>Sheds and roads</p>' },
    picUrl: '/assets/mark.png',
  },
  record: ({ pictured, optionalHtml }) => pictured.extend({ description: optionalHtml }),
  content: (list): DirectionsContent => ({
    kind: 'directions',
    list: list.map(({ description, ...direction }) => ({
      ...direction,
      html: description?.html,
      text: description?.text,
    })),
  }),
  searchText: ({ title, description }) => ({ title, lines: [title, ...textLines(description)] }),
});
