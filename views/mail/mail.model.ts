import type { Language } from '../../src/i18n/languages.ts';

/** All that a mail says, from the top down. HTML and plain text are both made of it, so that they cannot differ. */
export type MailModel = {
  language: Language;
  /** The group's name. */
  group: string;
  title: string;
  /** Sentences before the facts. */
  lead: string[];
  /** What identifies the application; the first one stands out. */
  facts: MailRow[];
  /** What was sent, under a heading of its own. */
  details?: { heading: string; rows: MailRow[] };
  /** What happens next, under a heading of its own. */
  steps?: { heading: string; sentences: string[] };
  /** Sentences after everything else. */
  closing: string[];
  /** The site's own address and, where there is one, the group's mail address. */
  links: MailLink[];
};

export type MailRow = { label: string; lines: MailLine[] };

/** `note` is said of the text, in brackets, and stands out where it is an alarm; `href` is a `mailto:` address. */
export type MailLine = { text: string; note?: string; isAlarm?: boolean; href?: string };

export type MailLink = { text: string; href: string };
