import { FileLink, type FileModel } from '../../../views/components/links.tsx';
import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Day, type DayModel, Heading, nextLevel } from '../../../views/components/text.tsx';
import { CONTRACT_ROOT } from '../../content/backend/client.ts';
import { yearOf } from '../../content/time.ts';
import {
  buildDayModel,
  buildFileModel,
  type Entry,
  groupByYear,
  listSection,
  type SectionProps,
  searchLine,
  type Year,
} from './section.ts';

type ReportsContent = { kind: 'reports'; years: Year<Entry<{ file: FileModel; day?: DayModel }>>[] };

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
              <Picture src={picUrl} display="cover" />
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

export const reports = listSection({
  path: `${CONTRACT_ROOT}/report/list`,
  file: 'reports',
  example: {
    id: 2,
    title: { zh: '2028 年报', en: 'Report 2028' },
    year: 2028,
    publishTime: '2029-03-20',
    picUrl: '/assets/mark.png',
    fileUrl: '/assets/leaflet.pdf',
    fileSize: 2048,
  },
  record: ({ pictured, text, optionalCount, optionalDay, withFile }) =>
    withFile(
      'fileUrl',
      'title',
      pictured.extend({
        year: optionalCount,
        publishTime: optionalDay,
        fileUrl: text,
        fileSize: optionalCount,
      }),
    ),
  timeOf: ({ year, publishTime }) => year?.toString() ?? publishTime?.slice(0, 4),
  content: (list, { reader, texts }): ReportsContent => ({
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
  searchText: ({ title, year, publishTime }, language) => ({
    title,
    lines: [searchLine(title, buildDayModel(publishTime, language)?.text ?? year?.toString())],
  }),
});
