import type { Extension } from '../../../rules/file-types.ts';
import { buildDoc, buildOoxml, buildPpt, buildXls } from './build-office.ts';
import { buildPdf } from './build-pdf.ts';
import { buildGif, buildJpeg, buildPng } from './build-pictures.ts';

type Sample = { kind: string; extensions: [Extension, ...Extension[]]; content: Buffer };

/** One valid file of each type, with its extensions. */
export const samples: readonly [Sample, ...Sample[]] = [
  { kind: 'PDF', extensions: ['pdf'], content: buildPdf() },
  { kind: 'Word 97', extensions: ['doc'], content: buildDoc() },
  { kind: 'Excel 97', extensions: ['xls'], content: buildXls() },
  { kind: 'PowerPoint 97', extensions: ['ppt'], content: buildPpt() },
  { kind: 'Word', extensions: ['docx'], content: buildOoxml('docx') },
  { kind: 'Excel', extensions: ['xlsx'], content: buildOoxml('xlsx') },
  { kind: 'PowerPoint', extensions: ['pptx'], content: buildOoxml('pptx') },
  { kind: 'JPEG', extensions: ['jpg', 'jpeg', 'jfif', 'pjpeg', 'pjp'], content: await buildJpeg() },
  { kind: 'PNG', extensions: ['png'], content: await buildPng() },
  { kind: 'GIF', extensions: ['gif'], content: await buildGif() },
];

export const sampleAt = (index: number): Sample => samples[index % samples.length] as Sample;
