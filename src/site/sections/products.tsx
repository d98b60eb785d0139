import { Picture } from '../../../views/components/picture.tsx';
import {
  CardTitle,
  Introduction,
  nextLevel,
  type TitleAndDescription,
} from '../../../views/components/text.tsx';
import { CONTRACT_ROOT } from '../../content/backend/client.ts';
import { type Parsing, readObject, readRecords } from '../../content/backend/parsers.ts';
import { backendSection, joinTexts, type SectionProps, searchLine } from './section.ts';

type Products = { list: Product[] } & TitleAndDescription;
type ProductsContent = { kind: 'products' } & Products;
type Product = { id: string; name: string; description?: string; picUrl?: string; linkUrl?: string };

export const Products = ({ content, level, texts }: SectionProps<ProductsContent>) => (
  <>
    <Introduction title={content.title} description={content.description} level={level} />
    <ul className="list-grid products" data-reveal="items">
      {content.list.map(({ id, name, description, picUrl, linkUrl }) => (
        <li key={id}>
          <Picture src={picUrl} display="card" />
          <CardTitle level={content.title ? nextLevel(level) : level}>{name}</CardTitle>
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

export const products = backendSection({
  path: `${CONTRACT_ROOT}/product-matrix/get`,
  file: 'products',
  example: {
    id: 1,
    name: { zh: '竹纸', en: 'Bamboo paper' },
    description: 'A4',
    picUrl: '/assets/mark.png',
    linkUrl: 'https://example.com/shop',
  },
  *parse(data, problems, { heading, named, optionalText, picture, link }): Parsing<Products> {
    const product = named.extend({ description: optionalText, picUrl: picture, linkUrl: link });
    return {
      ...(yield* readObject(heading, data, problems)),
      list: yield* readRecords(product, (data as { list?: unknown }).list, problems),
    };
  },
  content: (data): ProductsContent => ({ kind: 'products', ...data }),
  searchText: ({ title, description, list }) =>
    joinTexts(
      [{ name: title, description }, ...list].map((one) => ({
        title: one.name,
        lines: [searchLine(one.name, one.description)],
      })),
    ),
});
