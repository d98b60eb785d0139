import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { metTypes } from './media-types.ts';

const types = Object.keys(metTypes(createRequire(import.meta.url)('mime-db')));

it('of all media types, those of files that are passed on and of what the site makes are kept', () => {
  const met = [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'image/vnd.dwg',
    'video/3gpp',
    'text/html',
    'text/css',
    'text/javascript',
    'application/json',
    'application/xml',
    'application/octet-stream',
  ];
  expect(types).toEqual(expect.arrayContaining(met));
});

it('of all media types, those that the site never meets are left out', () => {
  expect(types).not.toContain('application/java-archive');
  expect(types).not.toContain('font/woff2');
});
