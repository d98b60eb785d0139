import type { Texts } from '../../src/i18n/set-up.ts';
import { More } from '../components/links.tsx';
import { Picture } from '../components/picture.tsx';
import type { HomeBlock } from '../pages/body.model.ts';
import { SectionView } from '../sections/section.tsx';
import { NewsBlock } from './news-block.tsx';

type Props = { block: HomeBlock; texts: Texts };

/** A block of the home page; its kind chooses the look, its content the view that pages use too. */
export function Block({ block, texts }: Props) {
  const { id, kind, title, subtitle, picUrl, more, content } = block;
  return (
    <section className={`block block-${kind}`} id={id}>
      <div className="wrap">
        <div className="block-head">
          <h2>{title}</h2>
          {subtitle && <p>{subtitle}</p>}
          {more && <More {...more} />}
        </div>
        <div className="block-body">
          <Picture src={picUrl} shown="wide" className="block-picture" />
          {content.kind === 'articles' && content.list.length > 0 ? (
            <NewsBlock list={content.list} texts={texts} />
          ) : (
            <SectionView content={content} level={3} texts={texts} shown="half" />
          )}
        </div>
      </div>
    </section>
  );
}
