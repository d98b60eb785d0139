import { readObject, readRecords } from '../../backend/parsers.ts';
import { CONTRACT_ROOT } from '../../backend/paths.ts';
import type { ProductsContent } from './products-view.tsx';
import { backendSection, joinTexts, searchLine } from './section.ts';

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
  *parse(data, problems, { heading, named, optionalText, picture, link }) {
    const product = named.extend({ description: optionalText, picUrl: picture, linkUrl: link });
    return {
      ...readObject(heading, data, problems),
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
