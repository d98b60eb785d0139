import { languages } from '../../src/i18n/languages.ts';
import { table } from '../bench/numbers.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { askAll, type Outcome, untilSearchable } from './ask.ts';
import before from './before.json' with { type: 'json' };
import { searchQuestions } from './questions.ts';

/** `npm run bench -- questions`: what visitors type, what came first without the index of pages and what comes first now. */
const WANTED_PLACE = 3;

const isGood = ({ place }: Outcome): boolean => place >= 1 && place <= WANTED_PLACE;
const cell = ({ first, place }: Outcome): string[] => [first || 'nothing', place === 0 ? 'no' : `${place}`];

await using site = await startDemoSite({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
await untilSearchable(site.base);
const now = await askAll(site.base);
const earlier: Record<string, Outcome> = before;
const rows = languages.flatMap((language) =>
  searchQuestions[language].map(({ keyword }) => [
    keyword,
    ...cell(earlier[keyword] ?? { first: '', place: 0 }),
    ...cell(now[keyword] ?? { first: '', place: 0 }),
  ]),
);
console.log(
  table(['typed', 'first before', 'place of the right one', 'first now', 'place of the right one '], rows),
);
const good = (outcomes: Record<string, Outcome>) => Object.values(outcomes).filter(isGood).length;
console.log(
  `\nThe right one among the first ${WANTED_PLACE}: before ${good(earlier)}, now ${good(now)} of ${rows.length}`,
);
