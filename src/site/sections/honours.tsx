import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Day, type DayModel } from '../../../views/components/text.tsx';
import { CONTRACT_ROOT } from '../../content/backend/client.ts';
import { buildDayModel, type Entry, listSection, type SectionProps, searchLine } from './section.ts';

type HonoursContent = { kind: 'honours'; list: Entry<{ issuer?: string; day?: DayModel }>[] };

export const Honours = ({ content, level, texts }: SectionProps<HonoursContent>) => (
  <ul className="list-grid honours" data-reveal="items">
    {content.list.map(({ id, title, issuer, day, picUrl }) => (
      <li key={id}>
        <Picture src={picUrl} display="portrait" />
        <CardTitle level={level}>{title}</CardTitle>
        {(issuer || day) && (
          <p className="card-meta">
            {issuer && (
              <span>
                <span className="visually-hidden">{texts.awardedBy} </span>
                {issuer}
              </span>
            )}{' '}
            <Day day={day} />
          </p>
        )}
      </li>
    ))}
  </ul>
);

export const honours = listSection({
  path: `${CONTRACT_ROOT}/enterprise-honor/list`,
  file: 'honours',
  example: {
    id: 2,
    title: { zh: '新奖', en: 'Newer prize' },
    issuer: { zh: '商会', en: 'Chamber' },
    awardTime: '2028-03-01',
    picUrl: '/assets/mark.png',
  },
  record: ({ pictured, optionalText, optionalDay }) =>
    pictured.extend({ issuer: optionalText, awardTime: optionalDay }),
  timeOf: ({ awardTime }) => awardTime?.slice(0, 4),
  content: (list, { reader }): HonoursContent => ({
    kind: 'honours',
    list: list.map(({ awardTime, ...honour }) => ({
      ...honour,
      day: buildDayModel(awardTime, reader.language),
    })),
  }),
  searchText: ({ title, issuer, awardTime }, language) => ({
    title,
    lines: [searchLine(title, issuer, buildDayModel(awardTime, language)?.text)],
  }),
});
