import { Picture } from '../../../views/components/picture.tsx';
import { below, CardTitle, Introduction, type TitleAndDescription } from '../../../views/components/text.tsx';
import type { SectionProps } from './section-props.ts';

export type ProductsContent = { kind: 'products'; list: Product[] } & TitleAndDescription;
type Product = { id: string; name: string; description?: string; picUrl?: string; linkUrl?: string };

export const Products = ({ content, level, texts }: SectionProps<ProductsContent>) => (
  <>
    <Introduction title={content.title} description={content.description} level={level} />
    <ul className="list-grid products" data-reveal="items">
      {content.list.map(({ id, name, description, picUrl, linkUrl }) => (
        <li key={id}>
          <Picture src={picUrl} shown="card" />
          <CardTitle level={content.title ? below(level) : level}>{name}</CardTitle>
          {description && <p className="card-summary lines">{description}</p>}
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
