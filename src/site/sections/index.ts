import type { SectionKind } from '../../content/menu/sections.ts';
import { application } from './application.tsx';
import { common } from './common.tsx';
import { contact } from './contact.tsx';
import { directions } from './directions.tsx';
import { events } from './events.tsx';
import { honours } from './honours.tsx';
import { partners } from './partners.tsx';
import { products } from './products.tsx';
import { reports } from './reports.tsx';
import type { BackendSection, Section } from './section.ts';

/** Sections with their own path in the contract. */
export const backendSections = { honours, events, reports, directions, products, partners } satisfies Partial<
  Record<SectionKind, BackendSection>
>;

export const sections = { ...backendSections, common, contact, application } satisfies Record<
  SectionKind,
  Section
>;
