import type { ArticleBody } from '../../../src/site/article/article-view.tsx';
import type { Page } from '../../../src/site/layout/render.tsx';
import type { FileModel } from '../../../views/components/links.tsx';
import { pageOf } from '../build-page.ts';
import { hrefOf, longLayout } from '../layouts.ts';
import { day } from '../lists.ts';
import { SCENE } from '../pictures.ts';
import type { Area } from '../specimen.ts';
import { COMPOUND, type Words } from '../words.ts';
import { everyElement, longElements, rightToLeft, wideTables } from './rich-text.ts';

const file = (name: string, number: number): FileModel => ({
  href: `/files/gallery/file-${number}.pdf`,
  name,
  meta: number % 2 === 0 ? 'PDF, 12.4 MB' : 'XLSX',
});

const article = (words: Words, more: Partial<ArticleBody>, layout?: Page['layout']): Page => {
  const usual = { kind: 'article' as const, title: words.title, attachments: [] };
  return pageOf(words, { ...usual, html: [`<p>${words.paragraph}</p>`], ...more }, { layout });
};

/** Returns every optional value of an article. */
const facts = (words: Words, title: string): Partial<ArticleBody> => ({
  title,
  summary: words.sentence,
  picUrl: SCENE,
  column: { href: hrefOf(words, 'news'), text: words.menu[2] ?? '' },
  day: day(words, 3),
  author: words.person,
  source: words.name,
  previous: { href: hrefOf(words, 'articles/1'), text: title },
  next: { href: hrefOf(words, 'articles/2'), text: title },
});

export const articleArea: Area = {
  area: 'articles',
  states: {
    'every element': (words) =>
      article(words, {
        ...facts(words, words.title),
        html: everyElement(words),
        attachments: [file(words.title, 1), file(words.longTitle, 2)],
      }),
    'long words': (words) =>
      article(
        words,
        {
          ...facts(words, words.unbroken),
          summary: `${words.unbroken} ${words.longTitle}`,
          column: { href: hrefOf(words, 'news'), text: words.longTitle },
          author: COMPOUND,
          html: longElements(words),
          attachments: [file(`${COMPOUND}.pdf`, 1)],
        },
        longLayout(words),
      ),
    'right to left': (words) => article(words, { html: rightToLeft(words) }),
    'wide tables': (words) => article(words, { html: wideTables(words) }),
    'nothing optional': (words) => article(words, {}),
  },
};
