import { expect, it } from 'vitest';
import { accept, extensions, fileTypes, knownExtension } from './file-types.ts';

it('the file types are the eleven accepted extensions, each with its check', () => {
  expect(Object.entries(fileTypes).map(([extension, { kind }]) => `${extension} ${kind}`)).toEqual([
    'pdf pdf',
    'doc ole',
    'docx ooxml',
    'xls ole',
    'xlsx ooxml',
    'ppt ole',
    'pptx ooxml',
    'jpg image',
    'jpeg image',
    'png image',
    'gif image',
  ]);
});

it.each([
  ['照片.JPG', 'jpg'],
  ['a.pdf.exe', undefined],
  ['a.docm', undefined],
  ['a.svg', undefined],
  ['pdf', undefined],
  ['a.toString', undefined],
  ['a.__proto__', undefined],
])('knownExtension returns for %j: %s', (name, extension) => {
  expect(knownExtension(name)).toBe(extension);
});

it('`accept` names each extension and each registered type once', () => {
  expect(accept.split(',').slice(0, 11)).toEqual(extensions.map((extension) => `.${extension}`));
  expect(accept.split(',').slice(11)).toEqual([
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'image/jpeg',
    'image/png',
    'image/gif',
  ]);
});
