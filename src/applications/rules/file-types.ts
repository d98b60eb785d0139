import { MAX_EXTENSION, MAX_FILE_NAME } from './limits.ts';
import { stripEnd, stripStart } from './text.ts';

const OFFICE_OPEN_XML = 'application/vnd.openxmlformats-officedocument';

/** Accepted extensions with their media types. The first one of a type is its usual extension. */
export const fileTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${OFFICE_OPEN_XML}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${OFFICE_OPEN_XML}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${OFFICE_OPEN_XML}.presentationml.presentation`,
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  pjpeg: 'image/jpeg',
  pjp: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};

export type Extension = keyof typeof fileTypes;

export const extensions = Object.keys(fileTypes) as Extension[];

/** Returns a file name's extension, or undefined if it is not accepted. */
export const acceptedExtension = (name: string): Extension | undefined =>
  extensions.find((extension) => extension === extensionOf(name));

/** The file input's `accept`, with types for the file pickers of phones. */
export const accept: string = [
  ...extensions.map((extension) => `.${extension}`),
  ...new Set(Object.values(fileTypes)),
].join(',');

const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\uFEFF]/gu;
const PATH = /[/\\]/u;
const TRIMMED = /[\s.\u200B-\u200D\u2060]/u;
const NAMELESS = 'file';

/** Splits `report.pdf` into `report` and `.pdf`. An extension is short and has no spaces. */
function splitName(name: string): [base: string, ending: string] {
  const dot = name.lastIndexOf('.');
  const ending = dot < 0 ? '' : name.slice(dot);
  const isExtension = ending.length > 1 && ending.length <= MAX_EXTENSION + 1 && !/\s/u.test(ending);
  return isExtension ? [name.slice(0, dot), ending] : [name, ''];
}

/** Returns the extension in lower case without its dot, or an empty string. */
const extensionOf = (name: string): string => splitName(cleanFileName(name))[1].slice(1).toLowerCase();

/** Shortens a name to `max`, but keeps its extension. `measure` returns a character's size. */
export function shortenFileName(name: string, max: number, measure = (_character: string) => 1): string {
  const [base, ending] = splitName(name);
  let sizeLeft = max;
  for (const character of ending) sizeLeft -= measure(character);
  let shortened = '';
  for (const character of base) {
    sizeLeft -= measure(character);
    if (sizeLeft < 0) return stripEnd(shortened, TRIMMED) + ending;
    shortened += character;
  }
  return name;
}

/** Bidi controls can display `fdp.exe` as `exe.pdf`. The result is never empty. */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().split(PATH).filter(Boolean).at(-1) ?? '';
  const visible = stripEnd(last.replace(UNSEEN, ''), TRIMMED);
  const [base, ending] = splitName(visible);
  const bare = stripStart(base, TRIMMED) || NAMELESS;
  return shortenFileName(bare + ending, MAX_FILE_NAME);
}

/** Gives a name a media type's usual extension, unless it has one of that type. */
export function renameToType(name: string, type: string): string {
  const extension = acceptedExtension(name);
  if (extension && fileTypes[extension] === type) return name;
  const usual = extensions.find((one) => fileTypes[one] === type);
  return shortenFileName(`${splitName(name)[0]}.${usual}`, MAX_FILE_NAME);
}

/** Other formats, keyed by the advice for the applicant. Encrypted files are named after the encryption software. */
const formatsByKind = {
  archive: 'ZIP RAR 7Z TAR TAR.GZ GZ TGZ BZ2 XZ ZST LZ LZH ARJ CAB ISO',
  document: 'OFD CAJ PAGES NUMBERS KEY iWork EPUB XPS VSD VSDX PUB MSG EML DWG PS EPS AI',
  encrypted: 'E-SafeNet TSD NASCA SCDSA DRMONE IRM',
  image: 'HEIC HEIF AVIF WEBP BMP TIF TIFF SVG ICO PSD JXL JP2 DNG CR2 CR3 NEF ARW RAF ORF RW2',
  office:
    'RTF XML OpenDocument ODT ODS ODP DOT DOTX DOTM DOCM XLT XLTX XLTM XLSM XLSB POT POTX POTM PPS PPSX PPSM PPTM WPS WPT ET ETT DPS DPT',
  program:
    'EXE MSI DLL ELF MACHO APK JAR LNK DMG MP3 M4A WAV AMR OGG FLAC MP4 MOV M4V 3GP AVI MKV WEBM MPG ASF WMV FLV',
  text: 'TXT CSV TSV MD LOG JSON',
  webPage: 'HTML HTM XHTML MHTML MHT',
} as const;

type ForeignKind = keyof typeof formatsByKind;

export const foreignKinds = Object.keys(formatsByKind) as ForeignKind[];

const kindOf = new Map<string, ForeignKind>(
  foreignKinds.flatMap((kind) => formatsByKind[kind].split(' ').map((format) => [format, kind] as const)),
);

export const foreignKindOf = (format: string): ForeignKind => kindOf.get(format) ?? 'document';

export function foreignFormatOf(name: string): string | undefined {
  const format = extensionOf(name).toUpperCase();
  return kindOf.has(format) ? format : undefined;
}
