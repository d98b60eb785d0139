import { FileLink, type FileModel } from '../../../views/components/links.tsx';
import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Day, type DayModel, Heading, nextLevel } from '../../../views/components/text.tsx';
import { yearOf } from '../../content/time.ts';
import { backendSections } from './definitions.ts';
import {
  buildDayModel,
  buildFileModel,
  createSection,
  type Entry,
  groupByYear,
  type SectionProps,
  type Year,
} from './section.ts';

type ReportsContent = { kind: 'reports'; years: Year<Entry<{ file: FileModel; day?: DayModel }>>[] };

const Reports = ({ content, level, isPictured }: SectionProps<ReportsContent>) => (
  <div className="reports" data-reveal="items">
    {content.years.map(({ year, list }) => (
      <div className="reports-year" key={year}>
        <Heading level={level} className="reports-label">
          {year}
        </Heading>
        <ul>
          {list.map(({ id, title, file, day, picUrl }) => (
            <li className="report" key={id}>
              <Picture src={picUrl} display="cover" isFramed={isPictured} />
              <div>
                <CardTitle level={nextLevel(level)}>{title}</CardTitle>
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

export const reports = createSection(
  backendSections.reports,
  (list, { reader, texts }): ReportsContent => ({
    kind: 'reports',
    years: groupByYear(
      list.map(({ id, title, picUrl, fileUrl, fileSize, publishTime, year }) => ({
        id,
        title,
        picUrl,
        year: year ?? (publishTime && yearOf(publishTime)),
        day: buildDayModel(publishTime, reader.language),
        file: buildFileModel(fileUrl, texts.download, fileSize),
      })),
      ({ year }) => year?.toString() ?? texts.undated,
    ),
  }),
  Reports,
);
