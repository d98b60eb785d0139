import { expect, it } from 'vitest';
import { words } from '../../test/support/words.ts';
import { formatFileType, formatSize, isServableFile } from './media-formats.ts';

const SERVED = `
  image/jpg IMAGE/WebP audio/mpeg video/mp4 application/pdf application/ofd application/msword
  application/vnd.openxmlformats-officedocument.wordprocessingml.document application/epub+zip
  application/x-zip-compressed application/x-7z-compressed application/vnd.rar application/gzip
`;
const REFUSED = `
  TEXT/HTML application/xhtml+xml text/xml application/rss+xml image/evil+xml application/json text/json
  application/x-javascript application/ecmascript text/css text/event-stream application/wasm
`;

it.each([...words(SERVED), 'image/svg+xml; charset=utf-8', 'text/csv; charset=gbk'])(
  'serves a file of type %s regardless of its name',
  (type) => {
    expect(isServableFile(type, 'get')).toBe(true);
  },
);

it.each([...words(REFUSED), 'text/html; charset=utf-8', 'application/json;charset=UTF-8'])(
  'never serves a file of type %s regardless of its name',
  (type) => {
    expect(['report.pdf', 'a.png', 'get'].filter((name) => isServableFile(type, name))).toEqual([]);
  },
);

it.each(['', 'application/octet-stream', 'text/plain', 'nonsense'])(
  'serves a file of generic type %j if its name has a known extension',
  (type) => {
    const known = ['年报.PDF', 'a.docx', 'a.txt', 'a.tar.gz', 'a.mp4', 'a.png'];
    const others = ['get', 'heapdump;a.pdf', 'a.html', 'a.json', 'a.js', 'pdf'];
    expect([...known, ...others].filter((name) => isServableFile(type, name))).toEqual(known);
  },
);

const MB = 1024 * 1024;

it.each([
  [1023, '1023 B'],
  [MB, '1.0 MB'],
  [10 * MB, '10 MB'],
  [5000 * 1024 * MB, '5000 GB'],
])('formats %d bytes as %s', (bytes, expected) => {
  expect(formatSize(bytes)).toBe(expected);
});

it('formats the file type by the last extension', () => {
  expect(formatFileType('年度报告 2025.tar.Docx')).toBe('DOCX');
});
