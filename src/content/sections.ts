import { slug } from './slug.ts';

/** The kind of content of a menu item's page or section; `common` falls back to the item's article list. */
export type SectionKind =
  | 'honours'
  | 'events'
  | 'reports'
  | 'directions'
  | 'products'
  | 'contact'
  | 'application'
  | 'common';

/** Source: the table "Which content a menu item shows" of the backend's contract. */
const spellings: Record<Exclude<SectionKind, 'common'>, string[]> = {
  honours: ['honours', 'honors', 'enterprise-honor', 'enterprise-honours'],
  events: ['events', 'event', 'milestones', 'history'],
  reports: ['reports', 'report', 'annual-reports'],
  directions: ['investment-directions', 'investment-direction'],
  products: ['product-matrix', 'products'],
  contact: ['contact-us', 'contact'],
  application: ['application', 'declare', 'apply'],
};

const kindOfSlug = new Map<string, SectionKind>(
  Object.entries(spellings).flatMap(([kind, slugs]) =>
    slugs.map((name): [string, SectionKind] => [name, kind as SectionKind]),
  ),
);

/** Every section that has a menu item of its own. */
export const sectionKinds = Object.keys(spellings) as Exclude<SectionKind, 'common'>[];

/** The kind of section that an item's code asks for. */
export const sectionKind = (code: string): SectionKind => kindOfSlug.get(slug(code)) ?? 'common';
