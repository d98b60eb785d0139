import type { Body, Page } from '../../src/site/layout/render.tsx';
import type { MenuBody } from '../../src/site/menu-page/menu-view.tsx';
import type { PageSection } from '../../src/site/sections/section-view.tsx';
import type { Link } from '../../views/components/links.tsx';
import type { Head, Layout } from '../../views/document.model.ts';
import { fullLayout, homeLink } from './layouts.ts';
import { pictures } from './pictures.ts';
import type { Words } from './words.ts';

type Around = { layout?: Layout; title?: string; breadcrumbs?: Link[]; script?: Head['script'] };

/** Builds a page around a body. The list of specimens sets the language switch. */
export function pageOf(words: Words, body: Body, around: Around = {}): Page {
  const { layout = fullLayout(words), title = 'title' in body ? body.title : words.title } = around;
  return {
    language: words.language,
    head: {
      title: `${title} | ${layout.shortName}`,
      keywords: words.texts.keywords,
      alternates: [],
      openGraphType: body.kind === 'article' ? 'article' : 'website',
      jsonLd: [],
      indexed: false,
      script: around.script,
    },
    layout,
    breadcrumbs: around.breadcrumbs ?? [homeLink(words), { href: '#', text: title }],
    switchHref: '#',
    body,
    pictures,
  };
}

export const menuPageOf = (
  words: Words,
  sections: PageSection[],
  more: Partial<MenuBody> = {},
  around: Around = {},
): Page => pageOf(words, { kind: 'page', title: words.title, contents: [], sections, ...more }, around);
