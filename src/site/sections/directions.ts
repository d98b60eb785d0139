import { paths } from '../../backend/paths.ts';
import type { DirectionsContent } from './directions-view.tsx';
import { listSection, textLines } from './section.ts';

export const directions = listSection({
  path: paths.directions,
  file: 'investment-directions',
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
