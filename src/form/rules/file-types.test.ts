import { describe, expect, it } from 'vitest';
import { accept, extensions, fileTypes, knownExtension } from './file-types.ts';

describe('the file types', () => {
  it('are the eleven accepted extensions', () => {
    const design = 'PDF, DOC, DOCX, XLS, XLSX, PPT, PPTX, JPG, JPEG, PNG, GIF';
    expect(extensions.join(', ').toUpperCase()).toBe(design);
  });

  it.each([
    ['a.pdf', 'pdf', 'application/pdf'],
    ['a.DOC', 'ole', 'application/msword'],
    ['a.docx', 'ooxml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.xls', 'ole', 'application/vnd.ms-excel'],
    ['a.xlsx', 'ooxml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.ppt', 'ole', 'application/vnd.ms-powerpoint'],
    ['a.pptx', 'ooxml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['照片.JPG', 'image', 'image/jpeg'],
    ['a.jpeg', 'image', 'image/jpeg'],
    ['a.png', 'image', 'image/png'],
    ['a.gif', 'image', 'image/gif'],
  ])('map %s to %s, %s', (name, kind, mime) => {
    const extension = knownExtension(name);
    expect(extension && fileTypes[extension]).toHaveProperty('kind', kind);
    expect(extension && fileTypes[extension].mimes[0]).toBe(mime);
  });

  it.each([
    'a.exe',
    'a.pdf.exe',
    'a.docm',
    'a.dotx',
    'a.svg',
    'a.zip',
    'a.html',
    'a',
    '',
    'a.toString',
    'a.__proto__',
  ])('do not include %j', (name) => {
    expect(knownExtension(name)).toBeUndefined();
  });

  it('are in `accept` once, as extension and as MIME type', () => {
    const parts = accept.split(',');
    expect(new Set(parts).size).toBe(parts.length);
    expect(parts.filter((part) => part.startsWith('.'))).toEqual(
      extensions.map((extension) => `.${extension}`),
    );
    expect(parts.filter((part) => !part.startsWith('.'))).toHaveLength(10);
  });
});
