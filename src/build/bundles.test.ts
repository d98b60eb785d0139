import { expect, it } from 'vitest';
import { unsupportedCss } from '../../test/support/unsupported-css.ts';
import { buildStyles } from './bundles.ts';

it('built styles use only features with a fallback in the oldest engines', async () => {
  expect(await unsupportedCss('.a { aspect-ratio: 1 }')).not.toEqual([]);
  expect(await unsupportedCss(Buffer.from(await buildStyles()).toString())).toEqual([]);
});
