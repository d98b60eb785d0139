import { expect, it } from 'vitest';
import { unsupportedCss } from '../../test/support/unsupported-css.ts';
import { buildStyles } from './styles.ts';

it('the built styles use no feature that the oldest engines lack without a fallback', async () => {
  expect(await unsupportedCss('.a { aspect-ratio: 1 }')).not.toEqual([]);
  expect(await unsupportedCss(Buffer.from(await buildStyles()).toString())).toEqual([]);
});
