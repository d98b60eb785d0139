import type { Values } from '../../src/form/rules/fields.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { ArticleCard } from '../components/article-list.tsx';
import type { Contact } from '../components/contact-details.tsx';
import type { FileModel } from '../components/file-link.tsx';
import type { MoreLink, PaginationModel } from '../components/links.tsx';
import type { DayModel, Level, Words } from '../components/text.tsx';
import type { FormFile, FormModel } from '../forms/application-form.model.ts';

/** `id` is the anchor of the section; a section without a heading stands right under the page's title. */
export type Section = { id?: string; heading?: string; content: SectionContent; more?: MoreLink };

/** What the view of a kind of section is given; `level` is that of its headings. */
export type SectionProps<Kind extends SectionContent['kind']> = {
  content: Extract<SectionContent, { kind: Kind }>;
  level: Level;
  texts: Texts;
  /** How wide the picture beside a text is shown. */
  shown: 'column' | 'half';
};

export type SectionContent =
  | { kind: 'common'; records: CommonRecord[] }
  | { kind: 'articles'; list: ArticleCard[]; pagination?: PaginationModel }
  | { kind: 'honours'; list: (Entry & { issuer?: string; day?: DayModel })[] }
  | { kind: 'events'; years: Year<Entry & { day: DayModel; description?: string }>[] }
  | { kind: 'reports'; years: Year<Entry & { file: FileModel; day?: DayModel }>[] }
  | { kind: 'directions'; list: (Entry & { html?: string; text?: string })[] }
  | ({ kind: 'products'; list: Product[] } & Words)
  | { kind: 'contact'; contact: Contact; name: string; departments?: CommonRecord[] }
  | { kind: 'receipt'; receipt: ReceiptModel }
  | { kind: 'cards'; list: Card[] }
  | ApplicationContent;

type Entry = { id: string; title: string; picUrl?: string };
type Product = { id: string; name: string; description?: string; picUrl?: string; linkUrl?: string };
export type Year<Record> = { year: string; list: Record[] };

type CommonRecord = { id: string; title?: string; html?: string; picUrl?: string };
type Card = { href: string; name: string; description?: string; picUrl?: string; day?: DayModel };

export type ApplicationContent = Words & {
  kind: 'application';
  open: boolean;
  contact?: Contact;
  name: string;
  /** The form itself, on its own page while the window is open. */
  form?: FormModel;
  /** Its own page while the window is closed: `kept` says what became of a POST's draft. */
  closed?: { kept?: string };
  /** Says what to do where the form cannot be. */
  instead?: string;
};

export type ReceiptModel = {
  reference: string;
  at: DayModel;
  values: Values;
  files: FormFile[];
  /** The receipt as plain text. */
  fileHref: string;
  /** The sentence that says where the receipt goes by mail; missing if none is sent. */
  mailed?: string;
  /** What the group says of the time after: HTML. */
  nextSteps?: string;
  /** Whom to ask. */
  contact: Contact;
  name: string;
  /** The form's own page, for another application. */
  formHref: string;
};
