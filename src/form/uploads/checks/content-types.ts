import { SaxesParser } from 'saxes';
import { Refusal } from './refusal.ts';

/** Entries of `[Content_Types].xml`, in lower case: an Override names a part, a Default an extension. */
export type ContentTypes = readonly { type: string; part?: string; extension?: string }[];

/** ECMA-376, part 2, 6.2.5. */
const ALLOWED_ENCODING = /^utf-(?:8|16)$/iu;

/** Name of a part as Office compares it: decoded, without a leading slash and in lower case (ECMA-376, part 2, 6.3.5). */
export function partName(name: string): string {
  const decoded = name.replace(/%([0-7][\da-f])/giu, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded.replaceAll('\\', '/').replace(/^\/+/u, '').toLowerCase();
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Parses `[Content_Types].xml` (ECMA-376, part 2, 7.3.7). Throws if it is not well-formed or declares entities. */
export function parseContentTypes(bytes: Buffer): ContentTypes {
  const parser = new SaxesParser({ xmlns: true });
  const types: { type: string; part?: string; extension?: string }[] = [];
  parser.on('doctype', () => {
    throw new Refusal('fileUnsafe', 'a document type in the content types');
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!ALLOWED_ENCODING.test(encoding)) throw new Refusal('fileUnsafe', `content types in ${encoding}`);
  });
  parser.on('opentag', ({ local, attributes }) => {
    const attribute = (name: string) => attributes[name]?.value.trim();
    const part = attribute('PartName');
    if (local === 'Override' || local === 'Default')
      types.push({
        type: (attribute('ContentType') ?? '').toLowerCase(),
        part: part && partName(part),
        extension: attribute('Extension')?.toLowerCase(),
      });
  });
  parser.write(decode(bytes)).close();
  return types;
}
