import { Picture } from '../../../views/components/picture.tsx';
import { below, Day, type DayModel, Heading } from '../../../views/components/text.tsx';
import type { Entry, SectionProps, Year } from './section-props.ts';

export type EventsContent = { kind: 'events'; years: Year<Entry<{ day: DayModel; description?: string }>>[] };

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
              <Heading level={below(level)} className="timeline-title">
                {title}
              </Heading>
              {description && <p className="lines">{description}</p>}
              <Picture src={picUrl} shown="event" />
            </li>
          ))}
        </ol>
      </li>
    ))}
  </ol>
);
