import { translate } from '../../../src/i18n/set-up.ts';
import { bareLayout } from '../../../src/site/layout/build-page.ts';
import type { Page } from '../../../src/site/layout/render.tsx';
import type { PageSection } from '../../../src/site/sections/index.tsx';
import type { Link } from '../../../views/components/links.tsx';
import { menuPageOf, pageOf } from '../build-page.ts';
import { contact, crowdedLayout, homeLink, hrefOf, longLayout, sparseLayout } from '../layouts.ts';
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
const short = (words: Words, layout = sparseLayout(words)): Page =>
  menuPageOf(words, [{ content: common(words) }], {}, { layout });

const contactPage = (words: Words, given: ReturnType<typeof contact>): Page =>
  menuPageOf(words, [{ content: { kind: 'contact', contact: given, name: words.name } }]);

export const pageArea: Area = {
  area: 'pages',
  states: {
    'with everything': whole,
    'long words': long,
    'only a title': (words) => menuPageOf(words, []),
    'one link of the pager, a missing picture': (words) =>
      menuPageOf(words, [{ content: common(words) }], {
        next: pager(words, words.title).next,
        picUrl: MISSING,
      }),
    'sparse layout': (words) => short(words),
    'no menu, no group': (words) => short(words, bareLayout(words.language, words.texts)),
    'crowded menu': (words) => short(words, crowdedLayout(words)),
    contact: (words) => contactPage(words, contact(words)),
    'contact with long words': (words) => contactPage(words, longLayout(words).contact ?? contact(words)),
  },
};

/** Number of a failed request. */
export const NUMBER = '7K4MXQ2PHD';

const error = (words: Words, picture: '404' | '500', layout = sparseLayout(words)): Page => {
  const { texts } = words;
  const isLost = picture === '404';
  return pageOf(
    words,
    {
      kind: 'error',
      picture,
      text: isLost ? texts['404errorDes'] : texts['500errorDes'],
      hint: isLost ? texts['404hint'] : texts['500hint'],
      action: isLost ? { href: homeLink(words).href, text: texts.return } : { href: '#', text: texts.retry },
      quote: isLost ? undefined : translate(words.language, 'quoteNumber', { number: NUMBER }),
    },
    { layout, breadcrumbs: [] },
  );
};

export const errorArea: Area = {
  area: 'errors',
  states: {
    404: (words) => error(words, '404', crowdedLayout(words)),
    500: (words) => error(words, '500'),
    '500 without a menu': (words) => error(words, '500', bareLayout(words.language, words.texts)),
  },
};
