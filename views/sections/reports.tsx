import { FileLink } from '../components/file-link.tsx';
import { Picture } from '../components/picture.tsx';
import { below, CardTitle, Day, Heading } from '../components/text.tsx';
import type { SectionProps } from './section.model.ts';

export const Reports = ({ content, level }: SectionProps<'reports'>) => (
  <div className="reports">
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
