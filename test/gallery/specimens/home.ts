import { blockKinds } from '../../../src/content/menu/section-codes.ts';
import type { HomeBody } from '../../../src/site/home/home-view.tsx';
import type { Page } from '../../../src/site/layout/render.tsx';
import type { SectionContent } from '../../../src/site/sections/section-view.tsx';
import { pageOf } from '../build-page.ts';
import { contact, hrefOf } from '../layouts.ts';
import { lists, optional, pictureIn, type Style, titleIn } from '../lists.ts';
import { SCENE } from '../pictures.ts';
import { type Area, HUNDRED, many } from '../specimen.ts';
import type { Words } from '../words.ts';

type BlockKind = (typeof blockKinds)[number];
type Make = (words: Words, style: Style, count: number) => SectionContent | Promise<SectionContent>;

const contents: Record<BlockKind, Make> = {
  intro: (words, style, count) => ({
    kind: 'common',
    records: many(Math.min(count, 1), () => ({
      id: '1',
      html: [`<p>${words.paragraph}</p>`],
      picUrl: optional(style, SCENE),
    })),
  }),
  'product-matrix': lists.products,
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

async function home(words: Words, style: Style, count: number): Promise<Page> {
  const blocks = blockKinds.map(async (kind) => ({
    id: kind,
    kind,
    title: titleIn(words, style, 1),
    subtitle: optional(style, words.sentence),
    picUrl: kind === 'report' ? optional(style, SCENE) : undefined,
    more: optional(style, { href: hrefOf(words, kind), text: words.texts.more, about: `: ${words.title}` }),
    content: await contents[kind](words, style, count),
  }));
  const banners = many(Math.min(count, 9), (number) => ({
    title: titleIn(words, style, number),
    subtitle: optional(style, words.sentence),
    picUrl: optional(style, pictureIn(style, number)),
    href: optional(style, hrefOf(words, `banner-${number}`)),
  }));
  const body: HomeBody = {
    kind: 'home',
    title: style === 'long' ? words.longTitle : words.name,
    subtitle: optional(style, words.sentence),
    banners,
    // Labels differ, because they are keys.
    figures: many(Math.min(count, 12), (number) => ({
      label: titleIn(words, style, number),
      value: style === 'long' ? '1,234,567,890,123' : `${number}28`,
      unit: optional(style, style === 'long' ? words.title : 'RMB bn'),
    })),
    blocks: await Promise.all(blocks),
  };
  return pageOf(words, body, { breadcrumbs: [] });
}

export const homeArea: Area = {
  area: 'home',
  states: {
    'all blocks': (words) => home(words, 'usual', 4),
    'nothing optional': (words) => home(words, 'bare', 2),
    'long words': (words) => home(words, 'long', 4),
    'empty blocks': (words) => home(words, 'usual', 0),
    '100 of each': (words) => home(words, 'usual', HUNDRED),
  },
};
