import { below, Heading, type Level } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import { Prose } from '../components/prose.tsx';
import type { CommonContent } from './common.model.ts';

type Props = {
  records: CommonContent['records'];
  level: Level;
  shown: 'column' | 'half';
};

export const Common = ({ records, level, shown }: Props) =>
  records.map(({ id, title, html, picUrl }) => (
    <div className={picUrl ? 'common common-pictured' : 'common'} key={id}>
      <div className="common-words">
        {title && (
          <Heading level={level} className="common-title">
            {title}
          </Heading>
        )}
        <Prose html={html} top={title ? below(level) : level} />
      </div>
      <Picture src={picUrl} shown={shown} />
    </div>
  ));
