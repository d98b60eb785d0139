import { describe, expect, it } from 'vitest';
import { parseContentTypes } from './ooxml.ts';

const found = { type: 'a/b.main+xml', part: 'word/document.xml' };

describe('a list of content types', () => {
  it.each([
    [
      'as Office writes it',
      '<Types><Override PartName="/word/document.xml" ContentType="a/b.main+xml"/></Types>',
    ],
    ['the other way round', '<Override ContentType="a/b.main+xml" PartName="/word/document.xml"></Override>'],
    ['in single quotes', "<Override PartName='/word/document.xml' ContentType='a/b.main+xml' />"],
    ['with a prefix', '<ct:Override PartName="/word/document.xml" ContentType="a/b.main+xml"/>'],
    ['over several lines', '<Override\n PartName = "/word/document.xml"\n ContentType = "A/B.main+XML"\n/>'],
    [
      'behind a comment',
      '<!-- <Override PartName="/x"/> --><Override PartName="/Word/document.xml" ContentType="a/b.main+xml"/>',
    ],
  ])('is read %s', (_how, text) => {
    expect(parseContentTypes(Buffer.from(text))).toEqual([found]);
  });

  it('is read as UTF-16', () => {
    const text = '\ufeff<Override PartName="/word/document.xml" ContentType="a/b.main+xml"/>';
    expect(parseContentTypes(Buffer.from(text, 'utf16le'))).toEqual([found]);
  });

  it('names no part for a default', () => {
    const [first] = parseContentTypes(Buffer.from('<Default Extension="xml" ContentType="text/xml"/>'));
    expect(first).toEqual({ type: 'text/xml', part: undefined });
  });

  it.each(['<!--', '<Override ', '<Override PartName="', "<Override PartName='/a "])(
    'comes to an end, and to nothing, on 4 MB of %j',
    (piece) => expect(parseContentTypes(Buffer.alloc(4 * 1024 * 1024, piece))).toEqual([]),
  );
});
