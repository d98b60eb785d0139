import { MEGABYTE } from '../../rules/limits.ts';
import { type Archive, openArchive } from './archive.ts';
import { Refusal } from './refusal.ts';

/** Unpacked `[Content_Types].xml`: room for `MAX_ZIP_ENTRIES` parts. */
const MAX_CONTENT_TYPES_BYTES = 4 * MEGABYTE;

/** Lower-case entries of `[Content_Types].xml`: an Override names a part, a Default an extension. */
type ContentTypes = readonly { type: string; part?: string; extension?: string }[];

type OoxmlFormat = 'docx' | 'xlsx' | 'pptx';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';

/** ECMA-376, part 1, 11.3.10, 12.3.23 and 13.3.6, in lower case. Templates, slide shows and macro files have other types. */
const mainTypes: Readonly<Record<OoxmlFormat, string>> = {
  docx: `${OPEN_XML}wordprocessingml.document.main+xml`,
  xlsx: `${OPEN_XML}spreadsheetml.sheet.main+xml`,
  pptx: `${OPEN_XML}presentationml.presentation.main+xml`,
};

const MACRO_TYPE = /macroenabled|macrosheet|vbaproject/u;
/** SheetJS declares a macro-enabled workbook as the Default of `bin`: of Defaults only the types of macro parts count. */
const MACRO_DEFAULT = /macrosheet|vbaproject/u;
const MACRO_PART = /(?:^|\/)vbaproject\.bin$/u;

const ELEMENT = /<(?:[\w-]{1,40}:)?(?:Override|Default)\s([^<>]*)>/gu;

const attribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u')
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined);

/** Removes comments. Splits, because a pattern is slow on comments without an end. */
function withoutComments(text: string): string {
  const [start = '', ...rest] = text.split('<!--');
  return start + rest.map((part) => part.split('-->').slice(1).join('-->')).join('');
}

const decode = (bytes: Buffer) => {
  const isUtf16 = bytes.length > 1 && bytes.readUInt16LE() === 0xfeff;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
};

/** Parses `[Content_Types].xml` (ECMA-376, part 2, 7.3.7). */
export function parseContentTypes(bytes: Buffer): ContentTypes {
  const text = withoutComments(decode(bytes));
  return [...text.matchAll(ELEMENT)].map(([, attributes = '']) => ({
    type: (attribute(attributes, 'ContentType') ?? '').trim().toLowerCase(),
    part: attribute(attributes, 'PartName')?.replace(/^\//u, '').toLowerCase(),
    extension: attribute(attributes, 'Extension')?.toLowerCase(),
  }));
}

async function contentTypesOf(archive: Archive): Promise<ContentTypes> {
  const entry = archive.entries.get('[content_types].xml');
  if (entry === undefined) throw new Refusal('fileDisguised', 'an archive without a list of content types');
  if (archive.hasPassword) throw new Refusal('filePassword', 'encrypted entries');
  return parseContentTypes(await archive.unpack(entry, MAX_CONTENT_TYPES_BYTES));
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Refuses macro parts. A declared macro type without such a part is no macro. */
function refuseMacros({ entries }: Archive, types: ContentTypes): void {
  const names = [...entries.keys()];
  const overridden = new Set(types.map(({ part }) => part));
  const extensions = new Set(names.filter((name) => !overridden.has(name)).map(extensionOf));
  const hasMacroType = types.some(({ type, part, extension = '' }) =>
    part === undefined
      ? MACRO_DEFAULT.test(type) && extensions.has(extension)
      : MACRO_TYPE.test(type) && entries.has(part),
  );
  if (hasMacroType || names.some((name) => MACRO_PART.test(name))) {
    throw new Refusal('fileMacros', 'macros');
  }
}

/** Refuses a DOCX, XLSX or PPTX that has macros, or no main part of its type. */
export async function checkOoxml(content: Buffer, format: OoxmlFormat): Promise<void> {
  const archive = await openArchive(content);
  const types = await contentTypesOf(archive);
  refuseMacros(archive, types);
  const main = types.filter(({ type }) => type === mainTypes[format]);
  if (main.length === 0) throw new Refusal('fileDisguised', `no main part of a ${format}`);
  if (!main.some(({ part }) => part === undefined || archive.entries.has(part))) {
    throw new Refusal('fileUnsafe', 'the main part is missing');
  }
}
