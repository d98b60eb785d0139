import { languages, otherLanguage } from '../../../src/i18n/languages.ts';
import { type Area, type Specimen, specimenHref } from '../specimen.ts';
import { wordsOf } from '../words.ts';
import { articleArea } from './articles.ts';
import { formArea } from './form.ts';
import { homeArea } from './home.ts';
import { listArea } from './lists.ts';
import { errorArea, pageArea } from './pages.ts';
import { searchArea } from './search.ts';

export const areas: Area[] = [homeArea, pageArea, listArea, articleArea, searchArea, formArea, errorArea];

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');

const idOf = (area: string, name: string, language: string): string => `${area}-${slug(name)}-${language}`;

/** Every component and kind of page in every state and both languages. */
export const specimens: Specimen[] = areas.flatMap(({ area, states }) =>
  Object.entries(states).flatMap(([name, make]) =>
    languages.map((language) => ({
      id: idOf(area, name, language),
      area,
      name,
      language,
      page: {
        ...make(wordsOf[language]),
        switchHref: specimenHref(idOf(area, name, otherLanguage(language))),
      },
    })),
  ),
);
