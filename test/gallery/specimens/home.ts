import { blockKinds } from '../../../src/content/home-blocks.ts';
import type { BannerModel, HomeBlock, HomeBody } from '../../../src/site/home/home-view.tsx';
import type { Page } from '../../../src/site/layout/page.ts';
import type { SectionContent } from '../../../src/site/sections/section-view.tsx';
import { pageOf } from '../build-page.ts';
import { contact, hrefOf } from '../layouts.ts';
import { lists, optional, type Style, titleIn } from '../lists.ts';
import { MISSING, SCENE } from '../pictures.ts';
import { type Area, HUNDRED, many } from '../specimen.ts';
import type { Words } from '../words.ts';

type BlockKind = (typeof blockKinds)[number];

const contents: Record<BlockKind, (words: Words, style: Style, count: number) => SectionContent> = {
  intro: (words, style, count) => ({
    kind: 'common',
    records: many(Math.min(count, 1), () => ({
      id: '1',
      html: [`<p>${words.paragraph}</p>`],
      picUrl: optional(style, SCENE),
    })),
  }),
  'product-matrix': (words, style, count) => withoutPictures(lists.products(words, style, count)),
  'investment-direction': lists.directions,
  article: lists.articles,
  'enterprise-honor': lists.honours,
  event: lists.events,
  report: lists.reports,
  contact: (words, style) => ({
    kind: 'contact',
    contact: style === 'bare' ? { wxQrAlt: '' } : contact(words),
    name: words.name,
  }),
  declare: (words, style) => ({
    kind: 'application',
    open: style !== 'bare',
    title: optional(style, titleIn(words, style, 1)),
    description: optional(style, words.sentence),
    name: words.name,
  }),
};

/** Removes pictures, because the home page shows products without them. */
const withoutPictures = (content: SectionContent): SectionContent =>
  content.kind === 'products'
    ? { ...content, list: content.list.map((one) => ({ ...one, picUrl: undefined })) }
    : content;

const blocks = (words: Words, style: Style, count: number): HomeBlock[] =>
  blockKinds.map((kind) => ({
    id: kind,
    kind,
    title: titleIn(words, style, 1),
    subtitle: optional(style, words.sentence),
    picUrl: kind === 'report' ? optional(style, SCENE) : undefined,
    more: optional(style, { href: hrefOf(words, kind), text: words.texts.more, about: `: ${words.title}` }),
    content: contents[kind](words, style, count),
  }));

const banner = (words: Words, style: Style, number: number): BannerModel => ({
  title: titleIn(words, style, number),
  subtitle: optional(style, words.sentence),
  picUrl: optional(style, SCENE),
  href: optional(style, hrefOf(words, `banner-${number}`)),
});

/** Builds figures with different labels, because labels are keys. */
const figures = (words: Words, style: Style, count: number): HomeBody['figures'] =>
  many(count, (number) => ({
    label: `${style === 'long' ? titleIn(words, style, number) : words.menu[number % words.menu.length]} ${number}`,
    value: style === 'long' ? '1,234,567,890,123' : `${number}28`,
    unit: optional(style, style === 'long' ? words.title : 'RMB bn'),
  }));

const home = (words: Words, style: Style, count: number, more: Partial<HomeBody> = {}): Page =>
  pageOf(
    words,
    {
      kind: 'home',
      title: style === 'long' ? words.longTitle : words.name,
      subtitle: optional(style, words.sentence),
      banners: many(Math.min(count, 3), (number) => banner(words, style, number)),
      figures: figures(words, style, Math.min(count, 4)),
      blocks: blocks(words, style, count),
      ...more,
    },
    { breadcrumbs: [] },
  );

export const homeArea: Area = {
  area: 'home',
  states: {
    'all blocks': (words) => home(words, 'usual', 4),
    'nothing optional': (words) => home(words, 'bare', 2),
    'long words': (words) => home(words, 'long', 4),
    'empty blocks': (words) => home(words, 'usual', 0),
    'one of each': (words) => home(words, 'usual', 1),
    '100 of each': (words) =>
      home(words, 'usual', HUNDRED, {
        banners: many(9, (number) => banner(words, 'usual', number)),
        figures: figures(words, 'usual', 12),
      }),
    'only its title': (words) => home(words, 'bare', 0, { blocks: [] }),
    'a banner that is missing': (words) =>
      home(words, 'usual', 1, { banners: [{ ...banner(words, 'usual', 1), picUrl: MISSING }], blocks: [] }),
  },
};
