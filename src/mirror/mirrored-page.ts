import type { Body, Page } from '../../views/document.model.ts';
import type { PageSection } from '../../views/sections/section.tsx';
import { type Texts, texts as textsOf } from '../i18n/set-up.ts';

/** A page as a mirror shows it, which nothing answers: without search, and with whom to ask instead of the form. */
export function mirroredPage(page: Page): Page {
  const texts = textsOf(page.language);
  const { layout, body } = page;
  const allPages = { href: layout.searchAction, text: texts.allPages };
  return { ...page, layout: { ...layout, allPages }, body: withoutForm(body, texts) };
}

const withoutForm = (body: Body, texts: Texts): Body =>
  body.kind === 'page'
    ? { ...body, sections: body.sections.map((section) => sectionWithoutForm(section, texts)) }
    : body;

function sectionWithoutForm(section: PageSection, texts: Texts): PageSection {
  const { content } = section;
  if (content.kind !== 'application' || !content.open) return section;
  return { ...section, content: { ...content, instead: texts.formElsewhere } };
}
