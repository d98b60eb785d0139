import { Picture } from '../../../views/components/picture.tsx';
import { Day, type DayModel, Heading, nextLevel } from '../../../views/components/text.tsx';
import { formatDay, yearOf } from '../../content/time.ts';
import { backendSections } from './definitions.ts';
import { createSection, type Entry, groupByYear, type SectionProps, type Year } from './section.ts';

type EventsContent = { kind: 'events'; years: Year<Entry<{ day: DayModel; description?: string }>>[] };

const Events = ({ content, level }: SectionProps<EventsContent>) => (
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

export const events = createSection(
  backendSections.events,
  (list, { reader }): EventsContent => ({
    kind: 'events',
    years: groupByYear(
      list.map(({ eventTime, ...event }) => ({
        ...event,
        day: { iso: eventTime, text: formatDay(eventTime, reader.language) },
      })),
      ({ day }) => `${yearOf(day.iso)}`,
    ),
  }),
  Events,
);
