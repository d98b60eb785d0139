import { Day } from '../components/day.tsx';
import { below, Heading, type Level } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import type { EventsContent } from './events.model.ts';

type Props = { years: EventsContent['years']; level: Level };

/** A timeline: years down the side, what happened beside them. */
export const Events = ({ years, level }: Props) => (
  <ol className="timeline">
    {years.map(({ year, list }) => (
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
              {description && <p>{description}</p>}
              <Picture src={picUrl} shown="event" />
            </li>
          ))}
        </ol>
      </li>
    ))}
  </ol>
);
