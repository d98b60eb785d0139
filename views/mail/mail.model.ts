import type { Language } from '../../src/i18n/languages.ts';

/** Content of an email, from top to bottom. HTML and plain text are both rendered from it, so that they cannot differ. */
export type MailModel = {
  language: Language;
  /** The group's name. */
  group: string;
  title: string;
  /** Sentences before the facts. */
  lead: string[];
  /** Facts that identify the application; the first is emphasised. */
  facts: MailRow[];
  /** The submitted values, under their own heading. */
  details?: { heading: string; rows: MailRow[] };
  /** Next steps, under their own heading. */
  steps?: { heading: string; sentences: string[] };
  /** Sentences at the end. */
  closing: string[];
  /** Site URL and, if known, the group's email address. */
  links: MailLink[];
};

export type MailRow = { label: string; lines: MailLine[] };

/** `note` is shown in parentheses, and emphasised if `isAlarm`. `href` is a `mailto:` URL. */
export type MailLine = { text: string; note?: string; isAlarm?: boolean; href?: string };

export type MailLink = { text: string; href: string };
