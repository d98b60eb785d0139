import * as z from 'zod';
import { describeBlockProblem, findBlockKind } from '../menu/section-codes.ts';
import type { RichText } from '../text/rich-text.ts';
import { parseDay, parseIsoTime } from '../time.ts';

/** Makes editors' media URLs, links and HTML safe to show. */
export type Sanitizer = {
  mediaHref: (url: string) => string | undefined;
  /** Like `mediaHref`, with the name of the download. Returns a plain link if the file is on a host that `ASSET_HOSTS` excludes. */
  fileHref: (url: string, name?: string) => string | undefined;
  linkHref: (url: string) => string | undefined;
  html: (html: string) => RichText;
  /** Like `html`, but shows only the lines. For texts beyond the limits of a list. */
  plainLines: (html: string) => RichText;
};

const MISSING = 'is missing';

/** Error message of a schema, for `parse` too. */
export const rejectAs = (description: string) => ({
  error: ({ input }: { input?: unknown }) => ((input ?? '') === '' ? MISSING : `is not ${description}`),
});

/** Schema of the two JSON types in which backends send texts, ids and times. */
const stringOrNumber = (description: string) => z.union([z.string(), z.number()], rejectAs(description));
const anyText = stringOrNumber('a text').transform((value) =>
  String(value).toWellFormed().replaceAll('\0', ''),
);
const text = anyText.transform((value) => value.trim()).pipe(z.string().min(1, MISSING));
/** Not trimmed: the site sends the code back to the backend as received. */
const code = anyText.refine((value) => value.trim() !== '', MISSING);
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/u)
    .transform(Number),
]);

/**
 * Creates the schema of an optional field, which becomes undefined if its value is invalid. `description` says what is valid, in
 * reports of lost values and in the OpenAPI document.
 */
const optional = <T extends z.ZodType>(schema: T, description: string) =>
  schema.optional().catch(undefined).describe(description);

const optionalCode = optional(code, 'the code of a menu item');
const optionalText = optional(text, 'a text');
const optionalNumber = optional(number, 'a number');
export const optionalCount = optional(number.pipe(z.number().int().min(0)), 'a whole number from 0');

const TIME = 'an ISO 8601 date or a number of milliseconds';
const time = stringOrNumber(TIME);
const day = time
  .transform(parseDay)
  .pipe(z.string(`is not ${TIME}`))
  .describe(TIME);
const optionalDay = optional(time.transform(parseDay), TIME);
const optionalTime = optional(time.transform(parseIsoTime), TIME);

const ROOT_PARENTS = ['0', ''];

const transformOptional = <T>(description: string, read: (value: string) => T | undefined) =>
  optionalText.transform((value) => (value === undefined ? undefined : read(value))).describe(description);

/** Creates the contract's field schemas. They trim and sanitise values and replace backend URLs with the site's own. */
function createRecordFields(sanitizer: Sanitizer) {
  const picture = transformOptional(
    'the URL of an image, absolute or beginning with /, on an allowed host',
    sanitizer.mediaHref,
  );
  const named = z.object({ id: text, name: text });
  const titled = z.object({ id: text, title: text });
  return {
    text,
    optionalText,
    optionalCount,
    day,
    optionalDay,
    picture,
    /** Adds the download URL of a record's file, whose name is in `nameField`. */
    withFile: <T extends z.ZodObject>(urlField: string, nameField: string, schema: T): T =>
      schema
        .overwrite((record) => {
          const { [urlField]: url, [nameField]: name } = record as Record<string, unknown>;
          return { ...record, [urlField]: sanitizer.fileHref(`${url}`, `${name}`) ?? '' };
        })
        .superRefine(({ [urlField]: href }, { addIssue }) => {
          if (!href) addIssue({ code: 'custom', path: [urlField], message: 'is not the URL of a file' });
        }),
    link: transformOptional('the URL of a page', sanitizer.linkHref),
    optionalHtml: transformOptional('an HTML text', sanitizer.html),
    heading: z.object({ title: optionalText, description: optionalText }),
    named,
    titled,
    pictured: titled.extend({ picUrl: picture }),
  };
}

export type RecordFields = ReturnType<typeof createRecordFields>;
/** `plain`: record fields after too much rich text in a list. */
export type Fields = RecordFields & { plain: RecordFields };

export const createFields = (sanitizer: Sanitizer): Fields => ({
  ...createRecordFields(sanitizer),
  plain: createRecordFields({ ...sanitizer, html: sanitizer.plainLines }),
});

/** Creates the contract's schemas, except for sections. */
export function createSchemas({ picture, withFile, optionalHtml, titled, pictured }: RecordFields) {
  const articleSummary = pictured.extend({
    summary: optionalText,
    publishTime: optionalTime,
    columnCode: optionalCode,
  });
  const neighbour = optional(titled, 'an object with id and title');

  return {
    menuItem: z.object({
      id: text,
      parentId: optionalText.transform((id) => (ROOT_PARENTS.includes(id ?? '') ? undefined : id)),
      code,
      name: optionalText,
      haveDetail: optional(
        z.literal([true, false, 1, 0]).transform((value) => Boolean(value)),
        'true, false, 1 or 0',
      ),
      sort: optionalNumber,
      description: optionalText,
      picUrl: picture,
    }),
    group: z.object({
      name: text,
      shortName: optionalText,
      slogan: optionalText,
      logoUrl: picture,
      phone: optionalText,
      email: optionalText,
      zipCode: optionalText,
      address: optionalText,
      wxAccount: optionalText,
      wxQrCodeUrl: picture,
      copyright: optionalText,
      icp: optionalText,
      policeRecord: optionalText,
    }),
    common: z.object({ id: text, title: optionalText, remarkContent: optionalHtml, picUrl: picture }),
    home: z.object({ title: text, subtitle: optionalText }),
    banner: pictured.extend({ subtitle: optionalText, columnCode: optionalCode }),
    figure: z.object({ label: text, value: text, unit: optionalText }),
    homeComponent: pictured
      .extend({
        componentCode: text,
        subtitle: optionalText,
        columnCode: optionalCode,
        sort: optionalNumber,
      })
      .superRefine((block, { addIssue }) => {
        const message = describeBlockProblem(block);
        const isForeign = !findBlockKind(block.componentCode);
        if (message) addIssue({ code: 'custom', path: ['componentCode'], message, params: { isForeign } });
      }),
    articleSummary,
    article: articleSummary.extend({
      content: optionalHtml,
      author: optionalText,
      source: optionalText,
      previous: neighbour,
      next: neighbour,
    }),
    attachment: withFile('url', 'name', z.object({ name: text, url: text, size: optionalCount })),
    intake: z.object({
      enabled: z.boolean(rejectAs('true or false')),
      title: optionalText,
      description: optionalText,
      nextSteps: optionalHtml,
    }),
  };
}

type Schemas = ReturnType<typeof createSchemas>;
type Parsed<Name extends keyof Schemas> = z.infer<Schemas[Name]>;

export type Group = Parsed<'group'>;
export type CommonRecord = Parsed<'common'>;
export type HomeComponent = Parsed<'homeComponent'>;
export type ArticleSummary = Parsed<'articleSummary'>;
export type Article = Parsed<'article'> & { attachments: Parsed<'attachment'>[] };
export type Intake = Parsed<'intake'>;
/** `received`: number of records in the response, including invalid ones. */
export type Listing<T> = { list: T[]; total: number; received: number };
