import { describe, expect, it } from 'vitest';
import type { Reader } from '../backend/content.ts';
import { buildMenu } from '../content/menu/build-menu.ts';
import { currentVersion, readVersion, versionOf } from './privacy-notice.ts';

const menu = buildMenu([{ id: '1', code: 'Privacy', haveDetail: true }], 'en', []);
const readerOf = (common: Reader['common']) => ({ common }) as Reader;

describe('version of the privacy notice', () => {
  it('is the first 16 hexadecimal digits of its SHA-256', () => {
    // The digest of "abc" in FIPS 180-2, appendix B.1.
    expect(versionOf('abc')).toBe('ba7816bf8f01cfea');
    expect(versionOf('隐私声明')).toMatch(/^[0-9a-f]{16}$/u);
  });

  it('is computed from the records of the menu’s notice', async () => {
    const record = {
      id: '1',
      title: undefined,
      remarkContent: '<p>abc</p>',
      picUrl: undefined,
    };
    expect(
      await currentVersion(
        readerOf(async () => [record]),
        menu,
      ),
    ).toBe('ba7816bf8f01cfea');
  });

  it('is undefined if the notice cannot be read, and makes no call without a notice', async () => {
    const broken = readerOf(() => Promise.reject(new Error('backend unavailable')));
    expect(await currentVersion(broken, menu)).toBeUndefined();
    const unused = readerOf(() => expect.unreachable('no call expected'));
    expect(await currentVersion(unused, buildMenu([], 'en', []))).toBeUndefined();
  });
});

it.each([
  ['0123456789abcdef', '0123456789abcdef'],
  ['0123456789ABCDEF', undefined],
  ['0123456789abcde', undefined],
  ['0123456789abcdef0', undefined],
  ['0123456789abcdef\n', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads the posted version %j as %j', (posted, expected) => {
  expect(readVersion(posted)).toBe(expected);
});
