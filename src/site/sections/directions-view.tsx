import { Picture } from '../../../views/components/picture.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { below, CardTitle } from '../../../views/components/text.tsx';
import type { Html } from '../../content/text/rich-text.ts';
import type { Entry, SectionProps } from './section-props.ts';

export type DirectionsContent = { kind: 'directions'; list: Entry<{ html?: Html; text?: string }>[] };

export const Directions = ({ content, level }: SectionProps<DirectionsContent>) => (
  <ul className="list-grid directions" data-reveal="items">
    {content.list.map(({ id, title, html, text, picUrl }) => (
      <li key={id}>
        <Picture src={picUrl} shown="half" />
        <div className="directions-words">
          <CardTitle level={level}>{title}</CardTitle>
          <Prose html={html} top={below(level)} />
          {!html && text && <p className="card-summary">{text}</p>}
        </div>
      </li>
    ))}
  </ul>
);
