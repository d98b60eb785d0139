import type { ApplicationContent } from './application-view.tsx';
import { contactOf, joinTexts, type Section, searchLine } from './section.ts';

/** Whether applications are accepted, and the contact for questions. The form itself is in `form/`. */
export const application: Section<ApplicationContent> = {
  async load({ reader, siteData: { group } }) {
    const { enabled: open, title, description } = await reader.intake();
    const contact = contactOf(group, reader.language);
    return { kind: 'application', open, title, description, contact, name: group.name };
  },

  async searchText({ reader }) {
    const { title, description } = await reader.intake();
    return joinTexts([{ title, lines: [searchLine(title, description)] }]);
  },
};
