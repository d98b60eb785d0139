import type { CommonContent } from './common-view.tsx';
import { joinTexts, type Section, searchLine, textLines } from './section.ts';

/** The texts that the backend stores under the code of a menu item. */
export const common: Section<CommonContent> = {
  async load({ reader }, node) {
    const records = node ? await reader.common(node.code) : [];
    if (records.length === 0) return undefined;
    return {
      kind: 'common',
      records: records.map(({ remarkContent, title, ...record }) => ({
        ...record,
        title: title === node?.name ? undefined : title,
        html: remarkContent?.html,
      })),
    };
  },

  searchText: async ({ reader, code }) =>
    joinTexts(
      (await reader.common(code)).map(({ title, remarkContent }) => ({
        title,
        lines: [searchLine(title), ...textLines(remarkContent)],
      })),
    ),
};
