import type { Texts } from '../../src/i18n/set-up.ts';
import { below, Heading, type Level } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import type { ProductsContent } from './products.model.ts';

type Props = { content: ProductsContent; level: Level; texts: Texts };

export const Products = ({ content: { title, description, list }, level, texts }: Props) => (
  <>
    {title && (
      <Heading level={level} className="common-title">
        {title}
      </Heading>
    )}
    {description && <p className="section-lead">{description}</p>}
    <ul className="products">
      {list.map(({ id, name, description: words, picUrl, linkUrl }) => (
        <li key={id}>
          <Picture src={picUrl} shown="card" />
          <Heading level={title ? below(level) : level} className="card-title">
            {name}
          </Heading>
          {words && <p className="card-summary">{words}</p>}
          {linkUrl && (
            <a className="more" href={linkUrl} aria-label={`${texts.viewDetails}: ${name}`}>
              {texts.viewDetails}
            </a>
          )}
        </li>
      ))}
    </ul>
  </>
);
