import { FileLink, type FileModel } from '../../../views/components/links.tsx';
import { Picture } from '../../../views/components/picture.tsx';
import { below, CardTitle, Day, type DayModel, Heading } from '../../../views/components/text.tsx';
import type { Entry, SectionProps, Year } from './section-props.ts';

export type ReportsContent = { kind: 'reports'; years: Year<Entry<{ file: FileModel; day?: DayModel }>>[] };

export const Reports = ({ content, level }: SectionProps<ReportsContent>) => (
  <div className="reports" data-reveal="items">
    {content.years.map(({ year, list }) => (
      <div className="reports-year" key={year}>
        <Heading level={level} className="reports-label">
          {year}
        </Heading>
        <ul>
          {list.map(({ id, title, file, day, picUrl }) => (
            <li className="report" key={id}>
              <Picture src={picUrl} shown="cover" />
              <div>
                <CardTitle level={below(level)}>{title}</CardTitle>
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
