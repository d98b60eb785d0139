import type { DirectionsContent } from '../../views/sections/directions.tsx';
import { paths } from '../backend/paths.ts';
import { htmlLines, listSection } from './section.ts';

export const directions = listSection({
  path: paths.directions,
  file: 'investment-directions',
  record: ({ pictured, optionalHtml }) => pictured.extend({ description: optionalHtml }),
  content: (list): DirectionsContent => ({
    kind: 'directions',
    list: list.map(({ description, ...direction }) => ({ ...direction, html: description })),
  }),
  searchText: ({ title, description }) => ({ title, lines: [title, ...htmlLines(description)] }),
});
