import { describe, expect, it } from 'vitest';
import { hasAssetExtension, isAsset } from './asset-types.ts';

describe('file types that are served', () => {
  it.each([
    'image/png',
    'image/jpg',
    'image/svg+xml; charset=utf-8',
    'IMAGE/WebP',
    'audio/mpeg',
    'video/mp4',
    'application/pdf',
    'application/ofd',
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-excel.sheet.macroEnabled.12',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
    'text/csv; charset=gbk',
    'application/rtf',
    'application/zip',
    'application/x-zip-compressed',
    'application/x-7z-compressed',
    'application/vnd.rar',
    'application/x-rar-compressed',
    'application/gzip',
    'application/epub+zip',
  ])('serves a file of the type %s, whatever its name', (type) => {
    expect(isAsset(type, 'get')).toBe(true);
  });

  it.each(['', 'application/octet-stream', 'text/plain', 'application/x-download', 'nonsense'])(
    'serves a file of the generic type %j if its name has a known extension',
    (type) => {
      for (const name of ['report.pdf', '年报.PDF', 'a.docx', 'a.txt', 'a.tar.gz', 'a.mp4', 'a.png'])
        expect([name, isAsset(type, name)]).toEqual([name, true]);
      for (const name of [
        'get',
        'list',
        'heapdump',
        'heapdump;a.pdf',
        'a.html',
        'a.json',
        'a.js',
        '.',
        'pdf',
      ])
        expect([name, isAsset(type, name)]).toEqual([name, false]);
    },
  );
});

describe('file types that are never served', () => {
  it.each([
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'application/xhtml+xml',
    'text/xml',
    'application/xml',
    'application/rss+xml',
    'image/evil+xml',
    'application/json',
    'application/json;charset=UTF-8',
    'text/json',
    'application/problem+json',
    'application/vnd.spring-boot.actuator.v3+json',
    'application/x-ndjson',
    'video/json',
    'text/javascript',
    'application/javascript',
    'application/x-javascript',
    'application/ecmascript',
    'text/css',
    'text/event-stream',
    'application/wasm',
    'application/yaml',
    'multipart/byteranges; boundary=x',
    'multipart/related',
    'message/rfc822',
  ])('never serves a file of the type %s, whatever its name', (type) => {
    for (const name of ['report.pdf', 'a.png', 'get'])
      expect([name, isAsset(type, name)]).toEqual([name, false]);
  });
});

it('recognises the extension of an asset at the end of a name only', () => {
  expect(['/a/report.pdf', '/a.JPEG', '/a.7z'].map(hasAssetExtension)).toEqual([true, true, true]);
  expect(['/about-us', '/v1.0', '/a.pdf/b', '/pdf', ''].map(hasAssetExtension)).not.toContain(true);
});
