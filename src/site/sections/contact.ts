import { texts } from '../../i18n/set-up.ts';
import { common } from './common.ts';
import type { ContactContent } from './contact-view.tsx';
import { contactOf, type Section, searchLine } from './section.ts';

/** The group's contact details after its departments, which are the common data of the menu item. */
export const contact: Section<ContactContent> = {
  async load(context, node) {
    const { reader, siteData } = context;
    const departments = await common.load(context, node);
    return {
      kind: 'contact',
      contact: contactOf(siteData.group, reader.language),
      name: siteData.group.name,
      departments: departments?.records,
    };
  },

  async searchText(context) {
    const [group, departments] = await Promise.all([context.reader.group(), common.searchText(context)]);
    const { name, phone, email, address, zipCode, wxAccount } = group;
    const words = texts(context.language);
    const details = { phone, email, address, zipCode, wechat: wxAccount };
    const known = Object.entries(details).filter(([, value]) => value !== undefined);
    const labels = known.map(([label]) => words[label as keyof typeof details]);
    const lines = [name, ...known.map(([, value], at) => searchLine(labels[at], value))];
    return { titles: [...departments.titles, ...labels], lines: [...departments.lines, ...lines] };
  },
};
