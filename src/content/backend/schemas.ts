import * as z from 'zod';
import { describeBlockProblem } from '../menu/section-codes.ts';
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

const stringOrNumber = z
  .union([z.string(), z.number()], {
    error: ({ input }) => ((input ?? '') === '' ? MISSING : 'is not a text'),
  })
  .transform((value) => String(value).toWellFormed().replaceAll('\0', ''));
const text = stringOrNumber.transform((value) => value.trim()).pipe(z.string().min(1, MISSING));
/** Not trimmed: the site sends the code back to the backend as received. */
const code = stringOrNumber.refine((value) => value.trim() !== '', MISSING);
const optionalCode = code.optional().catch(undefined);
const optionalText = text.optional().catch(undefined);
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/u)
    .transform(Number),
]);
const optionalNumber = number.optional().catch(undefined);
/** Accepts a non-negative integer, also as a string. Anything else becomes undefined. */
export const optionalCount = number.pipe(z.number().int().min(0)).optional().catch(undefined);

const ROOT_PARENTS = ['0', ''];

const day = z.unknown().transform(parseDay).pipe(z.string('is not a time'));
const optionalDay = z.unknown().transform(parseDay).optional();
const optionalTime = z.unknown().transform(parseIsoTime).optional();

const transformOptional = <T>(read: (value: string) => T | undefined) =>
  optionalText.transform((value) => (value === undefined ? undefined : read(value)));

/** Creates the contract's field schemas. They trim and sanitise values and replace backend URLs with the site's own. */
function createRecordFields(sanitizer: Sanitizer) {
  const picture = transformOptional(sanitizer.mediaHref);
  const named = z.object({ id: text, name: text });
  const titled = z.object({ id: text, title: text });
  return {
    text,
    optionalText,
    optionalCount,
    day,
    optionalDay,
    picture,
    /** Creates the schema of a record with a file. The file is downloaded under the name in `nameField`. */
    withFile: <T>(urlField: string, nameField: string, schema: z.ZodType<T>) =>
      z.preprocess((raw) => {
        const record = z.looseObject({ [urlField]: text, [nameField]: text }).safeParse(raw).data;
        return record
          ? { ...record, [urlField]: sanitizer.fileHref(`${record[urlField]}`, `${record[nameField]}`) }
          : raw;
      }, schema),
    link: transformOptional(sanitizer.linkHref),
    html: text.transform(sanitizer.html),
    optionalHtml: transformOptional(sanitizer.html),
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
  const neighbour = titled.optional().catch(undefined);

  return {
    menuItem: z.object({
      id: text,
      parentId: optionalText.transform((id) => (ROOT_PARENTS.includes(id ?? '') ? undefined : id)),
      code,
      name: optionalText,
      haveDetail: z
        .literal([true, 1])
        .transform(() => true)
        .catch(false),
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
        if (message) addIssue({ code: 'custom', path: ['componentCode'], message });
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
      enabled: z.boolean(),
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
