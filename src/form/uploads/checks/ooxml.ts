import { openArchive } from './archive.ts';
import { contentTypesOf, refuseOoxmlMacros } from './macros.ts';
import { Refusal } from './refusal.ts';

type OoxmlFormat = 'docx' | 'xlsx' | 'pptx';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';

/** ECMA-376, part 1, 11.3.10, 12.3.23 and 13.3.6, in lower case. Templates, slide shows and macro files have other types. */
const mainTypes: Readonly<Record<OoxmlFormat, string>> = {
  docx: `${OPEN_XML}wordprocessingml.document.main+xml`,
  xlsx: `${OPEN_XML}spreadsheetml.sheet.main+xml`,
  pptx: `${OPEN_XML}presentationml.presentation.main+xml`,
};

/** Refuses a DOCX, XLSX or PPTX that has macros, or no main part of its type. */
export async function checkOoxml(content: Buffer, format: OoxmlFormat): Promise<void> {
  const archive = await openArchive(content);
  const types = await contentTypesOf(archive);
  await refuseOoxmlMacros(archive, types);
  const main = types.filter(({ type }) => type === mainTypes[format]);
  if (main.length === 0) throw new Refusal('fileDisguised', `no main part of a ${format}`);
  if (!main.some(({ part }) => part === undefined || archive.entries.has(part))) {
    throw new Refusal('fileUnsafe', 'the main part is missing');
  }
}
