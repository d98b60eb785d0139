import { paths } from '../../backend/paths.ts';
import type { HonoursContent } from './honours-view.tsx';
import { dayModel, listSection, searchLine } from './section.ts';

export const honours = listSection({
  path: paths.honours,
  file: 'honours',
  record: ({ pictured, optionalText, optionalDay }) =>
    pictured.extend({ issuer: optionalText, awardTime: optionalDay }),
  timeOf: ({ awardTime }) => awardTime?.slice(0, 4),
  content: (list, { reader }): HonoursContent => ({
    kind: 'honours',
    list: list.map(({ awardTime, ...honour }) => ({ ...honour, day: dayModel(awardTime, reader.language) })),
  }),
  searchText: ({ title, issuer, awardTime }, language) => ({
    title,
    lines: [searchLine(title, issuer, dayModel(awardTime, language)?.text)],
  }),
});
