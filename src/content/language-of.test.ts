import { expect, it } from 'vitest';
import { languageOf } from './language-of.ts';

it.each([
  ['远山投资', 'zh-CN'],
  ['浙ICP备05000000号-1', 'zh-CN'],
  ['Yuanshan', undefined],
  ['+86 571', undefined],
  ['', undefined],
])('%j is read as %s', (name, language) => {
  expect(languageOf(name)).toBe(language);
});
