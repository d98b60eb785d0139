import { translate } from '../../../src/i18n/set-up.ts';
import { bareLayout } from '../../../src/site/layout/page-context.ts';
import type { Page } from '../../../src/site/layout/render.tsx';
import type { PageSection } from '../../../src/site/sections/section-view.tsx';
import type { Link } from '../../../views/components/links.tsx';
import { menuPageOf, pageOf } from '../build-page.ts';
import { crowdedLayout, homeLink, hrefOf, longLayout, sparseLayout } from '../layouts.ts';
import { lists } from '../lists.ts';
import { MISSING, RIBBON, SCENE, SMALL, UPRIGHT } from '../pictures.ts';
import { type Area, many } from '../specimen.ts';
import { cleaned, type Words } from '../words.ts';

const pager = (words: Words, text: string): { previous: Link; next: Link } => ({
  previous: { href: hrefOf(words, 'before'), text },
  next: { href: hrefOf(words, 'after'), text },
});

const common = (words: Words, picUrl?: string): PageSection['content'] => ({
  kind: 'common',
  records: [{ id: '1', html: [`<p>${words.paragraph}</p><p>${words.paragraph}</p>`], picUrl }],
});

/** Builds a page with an image of every shape, contents and a pager. */
async function whole(words: Words): Promise<Page> {
  const shapes = { fitting: SCENE, upright: UPRIGHT, ribbon: RIBBON, small: SMALL, missing: MISSING };
  const sections: PageSection[] = [
    { content: common(words) },
    ...Object.entries(shapes).map(([id, picUrl]) => ({ id, heading: id, content: common(words, picUrl) })),
    { id: 'pages', heading: words.menu[5], content: await lists.cards(words, 'usual', 4) },
  ];
  return menuPageOf(words, sections, {
    lead: words.sentence,
    picUrl: SCENE,
    contents: sections.flatMap(({ id, heading }) =>
      id && heading ? [{ href: `#${id}`, text: heading }] : [],
    ),
    ...pager(words, words.title),
  });
}

function long(words: Words): Page {
  const sections: PageSection[] = many(3, (number) => ({
    id: `part-${number}`,
    heading: number === 1 ? words.unbroken : words.longTitle,
    content: {
      kind: 'common',
      records: [{ id: '1', title: words.unbroken, html: cleaned(words, words.unbroken), picUrl: SCENE }],
    },
  }));
  return menuPageOf(
    words,
    sections,
    {
      title: words.unbroken,
      lead: `${words.unbroken} ${words.longTitle}`,
      picUrl: SCENE,
      contents: many(3, (number) => ({ href: `#part-${number}`, text: words.unbroken })),
      ...pager(words, words.unbroken),
    },
    {
      layout: longLayout(words),
      breadcrumbs: [
        homeLink(words),
        { href: '/x', text: words.longTitle },
        { href: '/y', text: words.unbroken },
      ],
    },
  );
}

/** Builds a short page that shows its layout. */
const short = (words: Words, layout: Page['layout']): Page =>
  menuPageOf(words, [{ content: common(words) }], {}, { layout });

export const pageArea: Area = {
  area: 'pages',
  states: {
    'with everything': whole,
    'long words': long,
    'sparse layout': (words) => short(words, sparseLayout(words)),
    'crowded menu': (words) => short(words, crowdedLayout(words)),
    'contact with long words': (words) => {
      const { contact = { wxQrAlt: '' } } = longLayout(words);
      return menuPageOf(words, [{ content: { kind: 'contact', contact, name: words.name } }]);
    },
  },
};

/** Number of a failed request. */
export const NUMBER = '7K4MXQ2PHD';

export const errorArea: Area = {
  area: 'errors',
  states: {
    404: (words) => {
      const { '404errorDes': text, '404hint': hint, return: back } = words.texts;
      const action = { href: homeLink(words).href, text: back };
      const layout = crowdedLayout(words);
      return pageOf(
        words,
        { kind: 'error', picture: '404', text, hint, action },
        { layout, breadcrumbs: [] },
      );
    },
    '500 without a menu': (words) => {
      const { '500errorDes': text, '500hint': hint, retry } = words.texts;
      const quote = translate(words.language, 'quoteNumber', { number: NUMBER });
      const layout = bareLayout(words.language, words.texts);
      const body = {
        kind: 'error',
        picture: '500',
        text,
        hint,
        action: { href: '#', text: retry },
        quote,
      } as const;
      return pageOf(words, body, { layout, breadcrumbs: [] });
    },
  },
};
