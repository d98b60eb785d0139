import { CONTRACT_ROOT } from '../../backend/paths.ts';
import type { HonoursContent } from './honours-view.tsx';
import { dayModel, listSection, searchLine } from './section.ts';

export const honours = listSection({
  path: `${CONTRACT_ROOT}/enterprise-honor/list`,
  file: 'honours',
  example: {
    id: 2,
    title: { zh: '新奖', en: 'Newer prize' },
    issuer: { zh: '商会', en: 'Chamber' },
    awardTime: '2028-03-01',
    picUrl: '/assets/mark.png',
  },
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
