/** What `[Content_Types].xml` says: types in lower case; the part's name as the archive has it, or none for a default. */
export type ContentTypes = readonly { type: string; part: string | undefined }[];

const ELEMENT = /<(?:[\w-]{1,40}:)?(?:Override|Default)\s([^<>]*)>/gu;

const attribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u')
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined);

/** The text without its comments. By splitting: a pattern takes forever on comments that never end. */
function withoutComments(text: string): string {
  const [start = '', ...rest] = text.split('<!--');
  return start + rest.map((part) => part.split('-->').slice(1).join('-->')).join('');
}

const decode = (bytes: Buffer) => {
  const isUtf16 = bytes.length > 1 && bytes.readUInt16LE() === 0xfeff;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
};

/** Reads the list of content types of an Open Packaging archive (ECMA-376, part 2, 7.3.7). */
export function parseContentTypes(bytes: Buffer): ContentTypes {
  const text = withoutComments(decode(bytes));
  return [...text.matchAll(ELEMENT)].map(([, attributes = '']) => ({
    type: (attribute(attributes, 'ContentType') ?? '').trim().toLowerCase(),
    part: attribute(attributes, 'PartName')?.replace(/^\//u, '').toLowerCase(),
  }));
}
