import { extensionOf } from './file-types.ts';

/**
 * Formats that are not accepted, by the advice that helps the applicant. Named by their extension, or by the program that encrypts
 * the files of a company.
 */
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

/** Returns the format that a file's extension names, if there is advice for it. */
export function foreignFormatOf(name: string): string | undefined {
  const format = extensionOf(name).toUpperCase();
  return kindOf.has(format) ? format : undefined;
}
