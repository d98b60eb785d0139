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

const idOf = (area: string, name: string, language: string): string =>
  `${area}-${name.toLowerCase().replace(/[^a-z0-9]+/gu, '-')}-${language}`;

/** Every component and kind of page in every state and both languages. */
export const specimens: Specimen[] = await Promise.all(
  areas.flatMap(({ area, states }) =>
    Object.entries(states).flatMap(([name, make]) =>
      languages.map(async (language) => {
        const switchHref = specimenHref(idOf(area, name, otherLanguage(language)));
        const page = { ...(await make(wordsOf[language])), switchHref };
        return { id: idOf(area, name, language), area, language, page };
      }),
    ),
  ),
);
