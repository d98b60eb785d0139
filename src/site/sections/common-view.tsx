import { Picture } from '../../../views/components/picture.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { below, Introduction } from '../../../views/components/text.tsx';
import type { Html } from '../../content/text/rich-text.ts';
import type { SectionProps } from './section-props.ts';

export type CommonContent = { kind: 'common'; records: CommonRecord[] };
export type CommonRecord = { id: string; title?: string; html?: Html; picUrl?: string };

export const Common = ({ content, level, shown }: SectionProps<CommonContent>) =>
  content.records.map(({ id, title, html, picUrl }) => (
    <div className={picUrl ? 'common common-pictured' : 'common'} data-reveal="self" key={id}>
      <div className="common-words">
        <Introduction title={title} level={level} />
        <Prose html={html} top={title ? below(level) : level} />
      </div>
      <Picture src={picUrl} shown={shown} />
    </div>
  ));
