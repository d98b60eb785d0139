import path from 'node:path';
import { type Saving, save } from './libreoffice.ts';
import { cut, folderIn, type RealFile } from './real-file.ts';
import { type Source, writeSources } from './sources.ts';

type Format = { extension: string; filter: string; kind: string; expected?: RealFile['expected'] };

const locked = { password: 'secret', expected: 'filePassword' } as const;

const formats: Record<Source['family'], (Format & { password?: string })[]> = {
  text: [
    { extension: 'docx', filter: 'MS Word 2007 XML', kind: 'Word' },
    { extension: 'docx', filter: 'Office Open XML Text', kind: 'Word, Office Open XML' },
    { extension: 'doc', filter: 'MS Word 97', kind: 'Word 97' },
    { extension: 'docx', filter: 'MS Word 2007 XML', kind: 'Word with a password', ...locked },
    { extension: 'doc', filter: 'MS Word 97', kind: 'Word 97 with a password', ...locked },
    { extension: 'odt', filter: 'writer8', kind: 'OpenDocument text', expected: 'fileType' },
    { extension: 'rtf', filter: 'Rich Text Format', kind: 'rich text', expected: 'fileType' },
  ],
  sheet: [
    { extension: 'xlsx', filter: 'Calc MS Excel 2007 XML', kind: 'Excel' },
    { extension: 'xlsx', filter: 'Calc Office Open XML', kind: 'Excel, Office Open XML' },
    { extension: 'xls', filter: 'MS Excel 97', kind: 'Excel 97' },
    { extension: 'xlsx', filter: 'Calc MS Excel 2007 XML', kind: 'Excel with a password', ...locked },
    { extension: 'xls', filter: 'MS Excel 97', kind: 'Excel 97 with a password', ...locked },
    { extension: 'ods', filter: 'calc8', kind: 'OpenDocument sheet', expected: 'fileType' },
  ],
  slides: [
    { extension: 'pptx', filter: 'Impress MS PowerPoint 2007 XML', kind: 'PowerPoint' },
    { extension: 'pptx', filter: 'Impress Office Open XML', kind: 'PowerPoint, Office Open XML' },
    { extension: 'ppt', filter: 'MS PowerPoint 97', kind: 'PowerPoint 97' },
    {
      extension: 'pptx',
      filter: 'Impress MS PowerPoint 2007 XML',
      kind: 'PowerPoint with a password',
      ...locked,
    },
    { extension: 'odp', filter: 'impress8', kind: 'OpenDocument slides', expected: 'fileType' },
  ],
};

const exports: Record<Source['family'], string> = {
  text: 'writer_pdf_Export',
  sheet: 'calc_pdf_Export',
  slides: 'impress_pdf_Export',
};

const pdfs: { kind: string; data: string[]; expected?: RealFile['expected'] }[] = [
  { kind: 'PDF', data: ['UseLosslessCompression=true'] },
  { kind: 'PDF/A-1', data: ['SelectPdfVersion=1'] },
  { kind: 'PDF/A-2', data: ['SelectPdfVersion=2'] },
  { kind: 'PDF/A-3', data: ['SelectPdfVersion=3'] },
  { kind: 'tagged PDF', data: ['UseTaggedPDF=true'] },
  {
    kind: 'PDF not to be printed',
    data: ['RestrictPermissions=true', 'PermissionPassword=owner', 'Printing=0'],
  },
  {
    kind: 'PDF not to be changed',
    data: ['RestrictPermissions=true', 'PermissionPassword=owner', 'Changes=0'],
  },
  {
    kind: 'PDF with a password',
    data: ['EncryptFile=true', 'DocumentOpenPassword=user'],
    expected: 'filePassword',
  },
];

type Planned = { saving: Saving; file: RealFile };

/** Every document that LibreOffice can write, of every source; the PDFs are what other programs begin with. */
export async function makeOfficeFiles(folder: string): Promise<{ files: RealFile[]; plainPdfs: RealFile[] }> {
  const target = await folderIn(folder, 'office');
  const sources = await writeSources(await folderIn(folder, 'sources'));
  const planned = sources.flatMap((source) => [...documentsOf(source, target), ...pdfsOf(source, target)]);
  await save(
    folder,
    planned.map(({ saving }) => saving),
  );
  const made = planned.map(({ file }) => file);
  const taken = made.filter(({ expected }) => expected === 'taken');
  const firstOfKind = taken.filter(
    (one) =>
      taken.findIndex(({ kind }) => kind === one.kind) === taken.indexOf(one) && !one.kind.includes('PDF'),
  );
  const halves = await Promise.all(firstOfKind.map((file) => cut(file, 0.5)));
  return { files: [...made, ...halves], plainPdfs: made.filter(({ kind }) => kind === 'PDF') };
}

function documentsOf(source: Source, folder: string): Planned[] {
  return formats[source.family].map(({ extension, filter, kind, password, expected = 'taken' }, index) => {
    const target = path.join(folder, `${source.name}-${index}.${extension}`);
    const file = { kind, program: 'LibreOffice', name: path.basename(target), path: target, expected };
    return { saving: { source, target, filter, ...(password ? { password } : {}) }, file };
  });
}

/** Of the first source of a family all kinds of PDF, of the others a plain one. */
function pdfsOf(source: Source, folder: string): Planned[] {
  const isFirst = ['letter', 'budget', 'pitch'].includes(source.name);
  return (isFirst ? pdfs : pdfs.slice(0, 1)).map(({ kind, data, expected = 'taken' }, index) => {
    const target = path.join(folder, `${source.name}-${index}.pdf`);
    const file = { kind, program: 'LibreOffice', name: path.basename(target), path: target, expected };
    return { saving: { source, target, filter: exports[source.family], data }, file };
  });
}
