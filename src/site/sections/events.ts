import { paths } from '../../backend/paths.ts';
import { formatDay, yearOf } from '../../content/time.ts';
import type { EventsContent } from './events-view.tsx';
import { byYear, listSection, searchLine } from './section.ts';

export const events = listSection({
  path: paths.events,
  file: 'events',
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
