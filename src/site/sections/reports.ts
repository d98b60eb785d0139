import { CONTRACT_ROOT } from '../../backend/paths.ts';
import { yearOf } from '../../content/time.ts';
import type { ReportsContent } from './reports-view.tsx';
import { byYear, dayModel, fileModel, listSection, searchLine } from './section.ts';

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
    years: byYear(
      list.map(({ id, title, picUrl, fileUrl, fileSize, publishTime, year }) => ({
        id,
        title,
        picUrl,
        year: year ?? (publishTime && yearOf(publishTime)),
        day: dayModel(publishTime, reader.language),
        file: fileModel(fileUrl, texts.download, fileSize),
      })),
      ({ year }) => year?.toString() ?? texts.undated,
    ),
  }),
  searchText: ({ title, year, publishTime }, language) => ({
    title,
    lines: [searchLine(title, dayModel(publishTime, language)?.text ?? year?.toString())],
  }),
});
