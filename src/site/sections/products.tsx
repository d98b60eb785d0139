import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Introduction, nextLevel } from '../../../views/components/text.tsx';
import { backendSections, type ProductMatrix } from './definitions.ts';
import { createSection, type SectionProps } from './section.ts';

type ProductsContent = { kind: 'products' } & ProductMatrix;

const Products = ({ content, level, texts, isPictured }: SectionProps<ProductsContent>) => (
  <>
    <Introduction title={content.title} description={content.description} level={level} />
    <ul className="list-grid products" data-reveal="items">
      {content.list.map(({ id, name, description, picUrl, linkUrl }) => (
        <li key={id}>
          <Picture src={picUrl} display="card" isFramed={isPictured} />
          <CardTitle level={content.title ? nextLevel(level) : level}>{name}</CardTitle>
          {description && <p className="card-summary lines">{description}</p>}
          {linkUrl && (
            <a className="more" href={linkUrl} aria-label={`${texts.viewDetails}${texts.colon}${name}`}>
              {texts.viewDetails}
            </a>
          )}
        </li>
      ))}
    </ul>
  </>
);

export const products = createSection(
  backendSections.products,
  (data): ProductsContent => ({ kind: 'products', ...data }),
  Products,
);
