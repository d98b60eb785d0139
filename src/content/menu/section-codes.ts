import { slug } from '../urls.ts';

/** Code slugs of each section kind. Source: the table "Which content a menu item shows" in the backend contract. */
const sectionSlugs = {
  honours: ['honours', 'honors', 'enterprise-honor', 'enterprise-honours'],
  events: ['events', 'event', 'milestones', 'history'],
  reports: ['reports', 'report', 'annual-reports'],
  directions: ['investment-directions', 'investment-direction'],
  products: ['product-matrix', 'products'],
  contact: ['contact-us', 'contact'],
  application: ['application', 'declare', 'apply'],
} satisfies Record<string, string[]>;

type ListedKind = keyof typeof sectionSlugs;

/** Content kind of a menu item; `common` falls back to the item's article list. */
export type SectionKind = ListedKind | 'common';

export const applicationSlugs: readonly string[] = sectionSlugs.application;

export const slugsOf = (kind: SectionKind): readonly string[] =>
  kind === 'common' ? [] : sectionSlugs[kind];

/** Returns the kind whose slugs contain the slug of a code. */
const findKind = <Kind extends string>(kinds: Record<Kind, string[]>, code: string): Kind | undefined =>
  (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].includes(slug(code)));

export const findSectionKind = (code: string): SectionKind => findKind(sectionSlugs, code) ?? 'common';

/** Code slugs of each kind of legal page. Source: the same table. */
const legalSlugs = {
  privacy: ['privacy', 'privacy-notice', 'privacy-policy'],
  other: ['legal-notice', 'terms', 'accessibility'],
};

/** `privacy`: the privacy notice; `other`: another footer page. */
export type LegalKind = keyof typeof legalSlugs;

export const findLegalKind = (code: string): LegalKind | undefined => findKind(legalSlugs, code);

/** Kinds of home page blocks. Source: the component codes in the backend contract. */
export const blockKinds = [
  'intro',
  'product-matrix',
  'investment-direction',
  'article',
  'enterprise-honor',
  'event',
  'report',
  'contact',
  'declare',
] as const;
export type BlockKind = (typeof blockKinds)[number];

export const findBlockKind = (componentCode: string): BlockKind | undefined =>
  blockKinds.find((kind) => kind === slug(componentCode));

/** Returns the reason why a block cannot be shown, or undefined if it can. */
export function describeBlockProblem(block: {
  componentCode: string;
  columnCode?: string;
}): string | undefined {
  const kind = findBlockKind(block.componentCode);
  if (!kind) return `${block.componentCode} is unknown`;
  return kind === 'article' && !block.columnCode ? 'a block of articles needs a columnCode' : undefined;
}
