import type { SectionKind } from '../../content/menu/sections.ts';
import { application } from './application.ts';
import { common } from './common.ts';
import { contact } from './contact.ts';
import { directions } from './directions.ts';
import { events } from './events.ts';
import { honours } from './honours.ts';
import { partners } from './partners.ts';
import { products } from './products.ts';
import { reports } from './reports.ts';
import type { BackendSection, Section } from './section.ts';

/** Sections with a path of their own in the contract. */
export const backendSections = { honours, events, reports, directions, products, partners } satisfies Partial<
  Record<SectionKind, BackendSection>
>;

export const sections = { ...backendSections, common, contact, application } satisfies Record<
  SectionKind,
  Section
>;
