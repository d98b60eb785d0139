import { describe, expect, it } from 'vitest';
import { fileType, formatSize } from './file-size.ts';

const MB = 1024 * 1024;

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '2 KB'],
    [800 * 1024, '800 KB'],
    [MB, '1.0 MB'],
    [1.4 * MB, '1.4 MB'],
    [10 * MB, '10 MB'],
    [25.6 * MB, '26 MB'],
    [1024 * MB, '1.0 GB'],
    [5000 * 1024 * MB, '5000 GB'],
  ])('formats %d bytes as %s', (bytes, expected) => {
    expect(formatSize(bytes)).toBe(expected);
  });
});

describe('fileType', () => {
  it.each([
    ['report.pdf', 'PDF'],
    ['Report 2025.DOCX', 'DOCX'],
    ['年度报告.xlsx', 'XLSX'],
    ['archive.tar.gz', 'GZ'],
    ['song.mp3', 'MP3'],
    ['report', ''],
    ['report.', ''],
    ['report.toolong', ''],
    ['1.2 million', ''],
    ['', ''],
  ])('reads the file type of %j as %j', (name, expected) => {
    expect(fileType(name)).toBe(expected);
  });
});
