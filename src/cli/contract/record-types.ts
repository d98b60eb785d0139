import * as z from 'zod';
import { paths } from '../../content/backend/client.ts';
import { createFields, createSchemas } from '../../content/backend/schemas.ts';
import { blockKinds, type SectionKind, slugsOf } from '../../content/menu/section-codes.ts';
import { DISPLAY_SIZES } from '../../content/resized-pictures.ts';
import { passThroughSanitizer } from '../../content-folder/check-file.ts';
import { backendSections, definitions } from '../../site/sections/definitions.ts';
import type { BackendDefinition } from '../../site/sections/section.ts';

export type Json = Record<string, unknown>;
type Display = keyof typeof DISPLAY_SIZES;
/** Type of a record, and the frame in which its image is shown. `shape`: the path's data is a list, or a page of one. */
export type RecordType = { name: string; schema: z.ZodType; shape?: 'list' | 'page'; display?: Display };

const fields = createFields(passThroughSanitizer);
const schemas = createSchemas(fields);
const menuItem = schemas.menuItem.extend({
  get children() {
    return z.array(menuItem).optional();
  },
});

function sectionType(
  name: string,
  { schema }: Pick<BackendDefinition, 'schema'>,
  display: Display,
): RecordType {
  const data = schema(fields);
  return data instanceof z.ZodArray
    ? { name, schema: data.element as z.ZodType, shape: 'list', display }
    : { name, schema: data, display };
}

const { honours, events, reports, directions, products } = backendSections;
const articles: RecordType = {
  name: 'ArticleSummary',
  schema: schemas.articleSummary,
  shape: 'page',
  display: 'news',
};
const banner = { name: 'Banner', schema: schemas.banner, display: 'screen' } satisfies RecordType;

export const recordTypes: Record<string, RecordType> = {
  [paths.menu]: { name: 'MenuItem', schema: menuItem, shape: 'list', display: 'head' },
  [paths.group]: { name: 'Group', schema: schemas.group },
  [paths.common]: { name: 'CommonRecord', schema: schemas.common, shape: 'list', display: 'column' },
  [paths.home]: {
    name: 'HomePage',
    schema: schemas.home.extend({
      banners: z.array(schemas.banner).optional(),
      figures: z.array(schemas.figure).optional(),
    }),
  },
  [paths.homeComponents]: {
    name: 'HomeComponent',
    schema: schemas.homeComponent,
    shape: 'page',
    display: 'wide',
  },
  [honours.path]: sectionType('Honour', honours, 'portrait'),
  [events.path]: sectionType('Event', events, 'event'),
  [reports.path]: sectionType('Report', reports, 'cover'),
  [directions.path]: sectionType('InvestmentDirection', directions, 'half'),
  [products.path]: sectionType('ProductMatrix', products, 'card'),
  [paths.articles]: articles,
  [paths.article]: {
    name: 'Article',
    schema: schemas.article.extend({ attachments: z.array(schemas.attachment).optional() }),
    display: 'wide',
  },
  [paths.search]: articles,
  [paths.declare]: { name: 'DeclareSwitch', schema: schemas.intake },
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** Converts the schemas of all records to JSON Schema. */
export function buildSchemas(): Json {
  const types = new Map([...Object.values(recordTypes), banner].map((type) => [type.name, type]));
  const registry = z.registry<{ id: string }>();
  for (const { name, schema } of types.values()) registry.add(schema, { id: name });
  const converted = z.toJSONSchema(registry, { io: 'input', uri: refTo }).schemas;
  for (const [name, schema] of Object.entries(converted)) {
    for (const field of ['$schema', '$id']) delete schema[field];
    describeFields(schema, types.get(name)?.display);
  }
  return converted;
}

const codes = (kind: SectionKind): string => `${kind} by ${slugsOf(kind).join(', ')}`;
const SECTIONS = Object.keys(definitions).filter((kind) => kind !== 'common') as SectionKind[];

/** Descriptions of fields, by name. */
const DESCRIPTIONS: Record<string, string> = {
  id: 'opaque; all digits of a number count, also of 19 digits',
  parentId: 'the id of the parent; null, 0 or missing for a root. Items may also be nested in children',
  code: `an English phrase, the same in both languages, whose slug is the URL. Slugs of sections: ${SECTIONS.map(codes).join('; ')}. Other items show common data, or articles if there is none`,
  haveDetail:
    'true, false, 1 or 0. Without it and without children, the item is a section of its parent page',
  enabled: 'whether the form accepts applications',
  nextSteps: 'HTML that the receipt shows',
  content: 'HTML; required unless there are attachments',
  componentCode: `one of ${blockKinds.join(', ')}`,
};

/** Adds what the schemas do not say: an optional field may be null, and images have a width. */
function describeFields({ properties = {}, required = [] }: JsonSchema, display?: Display): void {
  for (const [name, field] of Object.entries(properties as Record<string, JsonSchema>)) {
    describeFields((field.items as JsonSchema | undefined) ?? field, display);
    if (DESCRIPTIONS[name]) field.description = DESCRIPTIONS[name];
    if (name === 'picUrl' && display)
      field.description += `; up to ${DISPLAY_SIZES[display].maxWidth} pixels wide`;
    if (required.includes(name)) continue;
    if (field.type) field.type = [field.type, 'null'].flat() as JsonSchema['type'];
    field.enum?.push(null);
    field.anyOf?.push({ type: 'null' });
  }
}

export function buildDataSchema({ name, shape }: RecordType): Json {
  const record = { $ref: refTo(name) };
  const list = { type: 'array', items: record };
  if (shape !== 'page') return shape === 'list' ? list : record;
  const total = {
    type: ['integer', 'null'],
    description:
      'Records of all pages. Without it, the site shows only the first page of a list of articles.',
  };
  return { type: 'object', required: ['list'], properties: { list, total } };
}
