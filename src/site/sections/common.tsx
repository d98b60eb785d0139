import { Picture } from '../../../views/components/picture.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { Introduction, nextLevel } from '../../../views/components/text.tsx';
import type { Html } from '../../content/text/serialize.ts';
import type { Section, SectionProps } from './section.ts';

type CommonContent = { kind: 'common'; records: CommonRecord[] };
export type CommonRecord = { id: string; title?: string; html?: Html; picUrl?: string };

const Common = ({ content, level, display, isFirst }: SectionProps<CommonContent>) =>
  content.records.map(({ id, title, html, picUrl }, index) => (
    <div className={picUrl ? 'common common-pictured' : 'common'} data-reveal="self" key={id}>
      <div className="common-words">
        <Introduction title={title} level={level} />
        <Prose html={html} top={title ? nextLevel(level) : level} isFirst={isFirst && index === 0} />
      </div>
      <Picture src={picUrl} display={display} />
    </div>
  ));

export const common: Section<CommonContent> = {
  async load({ reader }, node) {
    const records = node ? await reader.common(node.code) : [];
    if (records.length === 0) return undefined;
    return {
      kind: 'common',
      records: records.map(({ remarkContent, title, ...record }) => ({
        ...record,
        title: title === node?.name ? undefined : title,
        html: remarkContent?.html,
      })),
    };
  },
  View: Common,
};
