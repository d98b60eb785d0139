import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ImageSizeContext } from '../../views/components/picture.tsx';
import { Prose } from '../../views/components/prose.tsx';

it('offers other widths of the first images only if a text has many', () => {
  const src = `/files/token/${'a'.repeat(1000)}.jpg`;
  const html = Array.from({ length: 200 }, () => ({ src, alt: '' }));
  const shown = renderToString(
    <ImageSizeContext value={() => ({ width: 3000, height: 2000 })}>
      <Prose html={html} top={2} />
    </ImageSizeContext>,
  );
  expect(shown.split(' srcset=').length).toBeGreaterThan(10);
  expect(shown.split(`src="${src}"`).length).toBeGreaterThan(100);
  expect(shown.length).toBeLessThan(2 * 200 * src.length);
});
