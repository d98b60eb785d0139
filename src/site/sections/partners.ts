import { CONTRACT_ROOT } from '../../backend/paths.ts';
import type { PartnersContent } from './partners-view.tsx';
import { listSection, searchLine } from './section.ts';

export const partners = listSection({
  path: `${CONTRACT_ROOT}/partner/list`,
  file: 'partners',
  example: {
    id: 1,
    title: { zh: '江南商学院', en: 'Southbank School' },
    description: { zh: '联合培养', en: 'Joint training' },
    picUrl: '/assets/mark.png',
    linkUrl: 'https://example.com/partner',
  },
  record: ({ pictured, optionalText, link }) => pictured.extend({ description: optionalText, linkUrl: link }),
  content: (list): PartnersContent => ({ kind: 'partners', list }),
  searchText: ({ title, description }) => ({ title, lines: [searchLine(title, description)] }),
});
