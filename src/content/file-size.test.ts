import { expect, it } from 'vitest';
import { fileType, formatSize } from './asset-types.ts';

const MB = 1024 * 1024;

it.each([
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '2 KB'],
  [MB, '1.0 MB'],
  [10 * MB, '10 MB'],
  [1024 * MB, '1.0 GB'],
  [5000 * 1024 * MB, '5000 GB'],
])('formats %d bytes as %s', (bytes, expected) => {
  expect(formatSize(bytes)).toBe(expected);
});

it.each([
  ['年度报告 2025.tar.Docx', 'DOCX'],
  ['report', ''],
  ['report.toolong', ''],
  ['1.2 million', ''],
])('reads the file type of %j as %j', (name, expected) => {
  expect(fileType(name)).toBe(expected);
});
