import type { ProductsContent } from '../../views/sections/products.tsx';
import { paths } from '../backend/paths.ts';
import { readObject, readRecords } from '../backend/records.ts';
import type { Fields } from '../backend/schemas.ts';
import { backendSection, joinTexts, searchLine } from './section.ts';

export const productMatrix = ({ heading }: Fields) => heading;

export const product = ({ named, optionalText, picture, link }: Fields) =>
  named.extend({ description: optionalText, picUrl: picture, linkUrl: link });

export const products = backendSection({
  path: paths.products,
  file: 'products',
  parse: (data, problems, fields) => ({
    ...readObject(productMatrix(fields), data, problems),
    list: readRecords(product(fields), (data as { list?: unknown }).list, problems),
  }),
  content: (data): ProductsContent => ({ kind: 'products', ...data }),
  searchText: ({ title, description, list }) =>
    joinTexts(
      [{ name: title, description }, ...list].map((one) => ({
        title: one.name,
        lines: [searchLine(one.name, one.description)],
      })),
    ),
});
