import { expect, it } from 'vitest';
import { extensions, foreignFormatOf } from './file-types.ts';
import { problemKey } from './problems.ts';

it.each([
  ['IMG_0001.HEIC', 'image'],
  ['扫描件.tif', 'image'],
  ['材料.zip', 'archive'],
  ['材料.rar', 'archive'],
  ['方案.wps', 'office'],
  ['报表.et', 'office'],
  ['plan.odt', 'office'],
  ['plan.docm', 'office'],
  ['notes.txt', 'text'],
  ['page.mht', 'webPage'],
  ['发票.ofd', 'document'],
  ['plan.pages', 'document'],
  ['setup.exe', 'program'],
])('the extension of %s has the advice for the kind %s', (name, kind) => {
  expect(problemKey({ code: 'fileType', format: foreignFormatOf(name) })).toBe(`problemFileType_${kind}`);
});

it.each(['plan', 'plan.xyz', ...extensions.map((extension) => `plan.${extension}`)])(
  'does not know a foreign format for %s',
  (name) => {
    expect(foreignFormatOf(name)).toBeUndefined();
  },
);
