import { Picture } from '../../../views/components/picture.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { CardTitle, nextLevel } from '../../../views/components/text.tsx';
import type { Html } from '../../content/text/serialize.ts';
import { backendSections } from './definitions.ts';
import { createSection, type Entry, type SectionProps } from './section.ts';

type DirectionsContent = { kind: 'directions'; list: Entry<{ html?: Html; text?: string }>[] };

const Directions = ({ content, level, isPictured }: SectionProps<DirectionsContent>) => (
  <ul className="list-grid directions" data-reveal="items">
    {content.list.map(({ id, title, html, text, picUrl }) => (
      <li key={id}>
        <Picture src={picUrl} display="half" isFramed={isPictured} />
        <div className="directions-words">
          <CardTitle level={level}>{title}</CardTitle>
          <Prose html={html} top={nextLevel(level)} />
          {!html && text && <p className="card-summary">{text}</p>}
        </div>
      </li>
    ))}
  </ul>
);

export const directions = createSection(
  backendSections.directions,
  (list): DirectionsContent => ({
    kind: 'directions',
    list: list.map(({ description, ...direction }) => ({
      ...direction,
      html: description?.html,
      text: description?.text,
    })),
  }),
  Directions,
);
