import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { UNREADABLE_IMAGE } from '../../src/content/resized-pictures.ts';
import { texts } from '../../src/i18n/set-up.ts';
import { type SectionContent, SectionView } from '../../src/site/sections/section-view.tsx';
import { ImageSizeContext } from '../../views/components/picture.tsx';

const SHOWN = '/files/token/a.jpg';
const UNREADABLE = '/files/token/b.heic';

/** Builds a list of one kind with these images. */
function listOf(kind: string, pictures: (string | undefined)[]): SectionContent {
  const list = pictures.map((picUrl, index) => ({
    ...{ id: `${index}`, href: `/${index}`, name: 'Name', title: 'Title', picUrl },
    ...(kind === 'articles' && { title: [{ text: 'Title', hit: false }] }),
    ...{ file: { href: '/f', name: 'File', meta: '' }, day: { iso: '2030-01-01', text: 'Day' } },
  }));
  const years = list.map((one) => ({ year: one.id, list: [one] }));
  return { kind, ...(['events', 'reports'].includes(kind) ? { years } : { list }) } as never;
}

/** Returns what is in the frames of the records: an image, or nothing. */
function readFrames(kind: string, pictures: (string | undefined)[]): string[] {
  const html = renderToString(
    <ImageSizeContext value={(src) => (src === UNREADABLE ? UNREADABLE_IMAGE : undefined)}>
      <SectionView content={listOf(kind, pictures)} level={2} texts={texts('en')} display="half" />
    </ImageSizeContext>,
  );
  return Array.from(html.matchAll(/<span class="picture">(<img)?/gu), ([, image]) =>
    image ? 'image' : 'empty',
  );
}

describe.each(['articles', 'cards', 'directions', 'honours', 'products', 'reports'])(
  'a list of %s',
  (kind) => {
    it('has an empty frame for each record without a picture', () => {
      expect(readFrames(kind, [undefined, SHOWN, UNREADABLE])).toEqual(['empty', 'image', 'empty']);
    });

    it('has no frames if no record has a picture that can be shown', () => {
      expect(readFrames(kind, [undefined, UNREADABLE])).toEqual([]);
    });
  },
);

it('a timeline has no empty frames, because its pictures are below the texts', () => {
  expect(readFrames('events', [undefined, SHOWN])).toEqual(['image']);
});
