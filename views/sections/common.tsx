import type { SectionContent } from '../../src/services/page-model.ts';
import { Heading, type Level } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import { Raw } from '../components/raw.tsx';

type Props = { records: Extract<SectionContent, { kind: 'common' }>['records']; level: Level };

export const Common = ({ records, level }: Props) =>
  records.map(({ id, title, html, picUrl }) => (
    <div className={picUrl ? 'common common-pictured' : 'common'} key={id}>
      <div className="common-words">
        {title && (
          <Heading level={level} className="common-title">
            {title}
          </Heading>
        )}
        {html && <Raw as="div" className="prose" html={html} />}
      </div>
      <Picture src={picUrl} />
    </div>
  ));
