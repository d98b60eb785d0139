import { expect, it } from 'vitest';
import type { Reader } from '../../content/backend/content.ts';
import { buildMenu } from '../../content/menu/build-menu.ts';
import { loadCurrentVersion, parseVersion } from './privacy-notice.ts';

const menu = buildMenu([{ id: '1', code: 'Privacy', haveDetail: true }], 'en', []);
const readerOf = (common: Reader['common']) => ({ common }) as Reader;

it('derives the version of the privacy notice from the SHA-256 of its text', async () => {
  const record = {
    id: '1',
    title: undefined,
    remarkContent: { html: [], text: 'abc', removed: [], work: 0 },
    picUrl: undefined,
  };
  const reader = readerOf(async () => [record]);
  // Digest of "abc" in FIPS 180-2, appendix B.1.
  expect(await loadCurrentVersion(reader, menu)).toBe('ba7816bf8f01cfea');
});

it('returns no version for an unreadable or missing privacy notice', async () => {
  const broken = readerOf(() => Promise.reject(new Error('backend unavailable')));
  expect(await loadCurrentVersion(broken, menu)).toBeUndefined();
  const unused = readerOf(() => expect.unreachable('no call expected'));
  expect(await loadCurrentVersion(unused, buildMenu([], 'en', []))).toBeUndefined();
});

it.each([
  ['0123456789abcdef', '0123456789abcdef'],
  ['0123456789ABCDEF', undefined],
  ['0123456789abcdef\n', undefined],
  [undefined, undefined],
])('reads the privacy notice version %j as %j', (posted, expected) => {
  expect(parseVersion(posted)).toBe(expected);
});
