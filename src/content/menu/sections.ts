import { slug } from './slug.ts';

/** Source: the table "Which content a menu item shows" of the backend's contract. */
const spellings = {
  honours: ['honours', 'honors', 'enterprise-honor', 'enterprise-honours'],
  events: ['events', 'event', 'milestones', 'history'],
  reports: ['reports', 'report', 'annual-reports'],
  directions: ['investment-directions', 'investment-direction'],
  products: ['product-matrix', 'products'],
  contact: ['contact-us', 'contact'],
  application: ['application', 'declare', 'apply'],
} satisfies Record<string, string[]>;

type OwnKind = keyof typeof spellings;

/** The kind of content of a menu item's page or section; `common` falls back to the item's article list. */
export type SectionKind = OwnKind | 'common';

/** Every section that has a menu item of its own. */
export const sectionKinds = Object.keys(spellings) as OwnKind[];

/** The slugs that the form's page may have: the last part of its path. */
export const applicationSlugs: readonly string[] = spellings.application;

/** How editors write the codes of a kind of section, as slugs; none of what has no kind of its own. */
export const spellingsOf = (kind: SectionKind): readonly string[] =>
  kind === 'common' ? [] : spellings[kind];

export function sectionKind(code: string): SectionKind {
  const wanted = slug(code);
  return sectionKinds.find((kind) => spellings[kind].includes(wanted)) ?? 'common';
}

/** Slugs of legal pages. Source: the same table. */
const legalSpellings = {
  privacy: ['privacy', 'privacy-notice', 'privacy-policy'],
  other: ['legal-notice', 'terms'],
};

/** `privacy`: the page is the privacy notice; `other`: another page that visitors look for in the footer. */
export type LegalKind = keyof typeof legalSpellings;

const legalKinds = Object.keys(legalSpellings) as LegalKind[];

/** What legal page a code means; undefined for any other code. */
export function legalKind(code: string): LegalKind | undefined {
  const wanted = slug(code);
  return legalKinds.find((kind) => legalSpellings[kind].includes(wanted));
}
