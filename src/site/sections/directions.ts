import { CONTRACT_ROOT } from '../../backend/paths.ts';
import type { DirectionsContent } from './directions-view.tsx';
import { listSection, textLines } from './section.ts';

export const directions = listSection({
  path: `${CONTRACT_ROOT}/investment-direction/list`,
  file: 'investment-directions',
  example: {
    id: 1,
    title: { zh: '物流', en: 'Logistics' },
    description: { zh: '<p>仓与路</p>', en: '<p>Sheds and roads</p>' },
    picUrl: '/assets/mark.png',
  },
  record: ({ pictured, optionalHtml }) => pictured.extend({ description: optionalHtml }),
  content: (list): DirectionsContent => ({
    kind: 'directions',
    list: list.map(({ description, ...direction }) => ({
      ...direction,
      html: description?.html,
      text: description?.text,
    })),
  }),
  searchText: ({ title, description }) => ({ title, lines: [title, ...textLines(description)] }),
});
