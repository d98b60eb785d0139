import { CONTRACT_ROOT } from '../../backend/paths.ts';
import { formatDay, yearOf } from '../../content/time.ts';
import type { EventsContent } from './events-view.tsx';
import { byYear, listSection, searchLine } from './section.ts';

export const events = listSection({
  path: `${CONTRACT_ROOT}/event/list`,
  file: 'events',
  example: {
    id: 2,
    title: { zh: '上市', en: 'Listed' },
    eventTime: Date.UTC(2027, 11, 31, 16, 30),
    description: { zh: '在港交所', en: 'In Hong Kong' },
    picUrl: '/assets/wide.png',
  },
  record: ({ pictured, optionalText, day }) => pictured.extend({ eventTime: day, description: optionalText }),
  timeOf: ({ eventTime }) => eventTime,
  content: (list, { reader }): EventsContent => ({
    kind: 'events',
    years: byYear(
      list.map(({ eventTime, ...event }) => ({
        ...event,
        day: { iso: eventTime, text: formatDay(eventTime, reader.language) },
      })),
      ({ day }) => `${yearOf(day.iso)}`,
    ),
  }),
  searchText: ({ title, eventTime, description }, language) => ({
    title,
    lines: [searchLine(formatDay(eventTime, language), title, description)],
  }),
});
