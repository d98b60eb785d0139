import { Day } from '../components/day.tsx';
import { FileLink } from '../components/file-link.tsx';
import { below, Heading, type Level } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import type { ReportsContent } from './reports.model.ts';

type Props = { years: ReportsContent['years']; level: Level };

export const Reports = ({ years, level }: Props) => (
  <div className="reports">
    {years.map(({ year, list }) => (
      <div className="reports-year" key={year}>
        <Heading level={level} className="reports-label">
          {year}
        </Heading>
        <ul>
          {list.map(({ id, title, file, day, picUrl }) => (
            <li className="report" key={id}>
              <Picture src={picUrl} shown="cover" />
              <div>
                <Heading level={below(level)} className="card-title">
                  {title}
                </Heading>
                {day && (
                  <p className="card-meta">
                    <Day day={day} />
                  </p>
                )}
                <FileLink file={file} about={title} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
);
