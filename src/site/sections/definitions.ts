import * as z from 'zod';
import { CONTRACT_ROOT } from '../../content/backend/client.ts';
import { type Parsing, readObject, readRecords } from '../../content/backend/parsers.ts';
import type { RecordFields } from '../../content/backend/schemas.ts';
import type { SectionKind } from '../../content/menu/section-codes.ts';
import { formatDay } from '../../content/time.ts';
import { texts } from '../../i18n/set-up.ts';
import {
  type BackendDefinition,
  buildDayModel,
  type Definition,
  defineBackendSection,
  defineListSection,
  joinTexts,
  searchLine,
  textLines,
} from './section.ts';

const honours = defineListSection({
  path: `${CONTRACT_ROOT}/enterprise-honor/list`,
  file: 'honours',
  example: {
    id: 2,
    title: { zh: '新奖', en: 'Newer prize' },
    issuer: { zh: '商会', en: 'Chamber' },
    awardTime: '2028-03-01',
    picUrl: '/assets/mark.png',
  },
  record: ({ pictured, optionalText, optionalDay }) =>
    pictured.extend({ issuer: optionalText, awardTime: optionalDay }),
  timeOf: ({ awardTime }) => awardTime?.slice(0, 4),
  searchText: ({ title, issuer, awardTime }, language) => ({
    title,
    lines: [searchLine(title, issuer, buildDayModel(awardTime, language)?.text)],
  }),
});

const events = defineListSection({
  path: `${CONTRACT_ROOT}/event/list`,
  file: 'events',
  example: {
    id: 2,
    title: { zh: '上市', en: 'Listed' },
    eventTime: Date.UTC(2027, 11, 31, 16, 30),
    description: { zh: '在港交所', en: 'In Hong Kong' },
    picUrl: '/assets/wide.png',
  },
  record: ({ pictured, optionalText, day }) => pictured.extend({ eventTime: day, description: optionalText }),
  timeOf: ({ eventTime }) => eventTime,
  searchText: ({ title, eventTime, description }, language) => ({
    title,
    lines: [searchLine(formatDay(eventTime, language), title, description)],
  }),
});

const reports = defineListSection({
  path: `${CONTRACT_ROOT}/report/list`,
  file: 'reports',
  example: {
    id: 2,
    title: { zh: '2028 年报', en: 'Report 2028' },
    year: 2028,
    publishTime: '2029-03-20',
    picUrl: '/assets/mark.png',
    fileUrl: '/assets/leaflet.pdf',
    fileSize: 2048,
  },
  record: ({ pictured, text, optionalCount, optionalDay, withFile }) =>
    withFile(
      'fileUrl',
      'title',
      pictured.extend({
        year: optionalCount,
        publishTime: optionalDay,
        fileUrl: text,
        fileSize: optionalCount,
      }),
    ),
  timeOf: ({ year, publishTime }) => year?.toString() ?? publishTime?.slice(0, 4),
  searchText: ({ title, year, publishTime }, language) => ({
    title,
    lines: [searchLine(title, buildDayModel(publishTime, language)?.text ?? year?.toString())],
  }),
});

const directions = defineListSection({
  path: `${CONTRACT_ROOT}/investment-direction/list`,
  file: 'investment-directions',
  example: {
    id: 1,
    title: { zh: '物流', en: 'Logistics' },
    description: { zh: '<p>仓与路</p>', en: '<p>Sheds and roads</p>' },
    picUrl: '/assets/mark.png',
  },
  record: ({ pictured, optionalHtml }) => pictured.extend({ description: optionalHtml }),
  searchText: ({ title, description }) => ({ title, lines: [title, ...textLines(description)] }),
});

const productSchema = ({ named, optionalText, picture, link }: RecordFields) =>
  named.extend({ description: optionalText, picUrl: picture, linkUrl: link });

type Product = { id: string; name: string; description?: string; picUrl?: string; linkUrl?: string };
export type ProductMatrix = { title?: string; description?: string; list: Product[] };

const products = defineBackendSection({
  path: `${CONTRACT_ROOT}/product-matrix/get`,
  file: 'products',
  example: {
    id: 1,
    name: { zh: '竹纸', en: 'Bamboo paper' },
    description: 'A4',
    picUrl: '/assets/mark.png',
    linkUrl: 'https://example.com/shop',
  },
  schema: (fields) => fields.heading.extend({ list: z.array(productSchema(fields)) }),
  *parse(data, problems, fields): Parsing<ProductMatrix> {
    return {
      ...(yield* readObject(fields.heading, data, problems)),
      list: yield* readRecords(productSchema(fields), (data as { list?: unknown }).list, problems),
    };
  },
  searchText: ({ title, description, list }) =>
    joinTexts(
      [{ name: title, description }, ...list].map((one) => ({
        title: one.name,
        lines: [searchLine(one.name, one.description)],
      })),
    ),
});

const common: Definition = {
  searchText: async ({ reader, code }) =>
    joinTexts(
      (await reader.common(code)).map(({ title, remarkContent }) => ({
        title,
        lines: [searchLine(title), ...textLines(remarkContent)],
      })),
    ),
};

const contact: Definition = {
  async searchText(context) {
    const [group, departments] = await Promise.all([context.reader.group(), common.searchText(context)]);
    const { name, phone, email, address, zipCode, wxAccount: wechat } = group;
    const labels = texts(context.language);
    const values = { phone, email, address, zipCode, wechat };
    const details = Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[labels[key as keyof typeof values], value] as const],
    );
    return {
      titles: [...departments.titles, ...details.map(([label]) => label)],
      lines: [...departments.lines, name, ...details.map((detail) => searchLine(...detail))],
    };
  },
};

const application: Definition = {
  async searchText({ reader }) {
    const { title, description } = await reader.intake();
    return joinTexts([{ title, lines: [searchLine(title, description)] }]);
  },
};

/** Sections with their own path in the contract. */
export const backendSections = { honours, events, reports, directions, products } satisfies Partial<
  Record<SectionKind, BackendDefinition>
>;

/** Definitions of all kinds of sections. Their views are in `section-view.tsx`. */
export const definitions: Record<SectionKind, Definition> = {
  ...backendSections,
  common,
  contact,
  application,
};
