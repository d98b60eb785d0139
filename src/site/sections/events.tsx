import { Picture } from '../../../views/components/picture.tsx';
import { Day, type DayModel, Heading, nextLevel } from '../../../views/components/text.tsx';
import { CONTRACT_ROOT } from '../../content/backend/client.ts';
import { formatDay, yearOf } from '../../content/time.ts';
import { type Entry, groupByYear, listSection, type SectionProps, searchLine, type Year } from './section.ts';

type EventsContent = { kind: 'events'; years: Year<Entry<{ day: DayModel; description?: string }>>[] };

/** A timeline by year. */
export const Events = ({ content, level }: SectionProps<EventsContent>) => (
  <ol className="timeline" data-reveal="items">
    {content.years.map(({ year, list }) => (
      <li className="timeline-year" key={year}>
        <Heading level={level} className="timeline-label">
          {year}
        </Heading>
        <ol>
          {list.map(({ id, title, day, description, picUrl }) => (
            <li className="timeline-event" key={id}>
              <Day day={day} className="timeline-day" />{' '}
              <Heading level={nextLevel(level)} className="timeline-title">
                {title}
              </Heading>
              {description && <p className="lines">{description}</p>}
              <Picture src={picUrl} display="event" />
            </li>
          ))}
        </ol>
      </li>
    ))}
  </ol>
);

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
    years: groupByYear(
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
