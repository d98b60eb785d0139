import type { Problem } from '../application/problems.ts';
import type { ApplicationWindow } from '../backend/schemas.ts';
import type { MenuNode } from '../content/menu.ts';
import type { SiteData } from '../pages/site-data.ts';
import type { IncomingFile } from '../store/draft-files.ts';
import type { Draft } from '../store/drafts.ts';
import type { RemovedFile } from '../store/tables.ts';
import type { Posted } from './posted.ts';

export type FormRequest = {
  node: MenuNode;
  siteData: SiteData;
  /** Identifier of the session that the request came with; undefined if its visitor has none yet. */
  session?: string;
  /** The draft of the form; undefined if the store failed, or nothing has needed one yet. */
  draft?: Draft;
  /** This POST has begun the draft: the visitor does not know of it before the answer. */
  isNewDraft?: boolean;
  /** The key of the form belongs to a draft of another session: the visitor's cookies are blocked or lost. */
  isCookieLost?: boolean;
  posted?: Posted;
  /** Reference of the application that was sent with the key of this form. */
  sent?: string;
  /** Problems of this POST's texts and files. */
  problems: Problem[];
  /** Files that the draft has lost because they are infected: the answer tells of them. */
  removed: RemovedFile[];
  /** The valid files of this POST. */
  files: IncomingFile[];
  /** Whether the draft holds the texts of this POST. */
  hasKeptTexts?: boolean;
  /** Why nothing of the POST is kept: its token is missing or wrong, or its address has begun too many drafts. */
  refused?: 'unsigned' | 'full';
  /** Whether applications are taken, and the page's own words on it; undefined if that is unknown. */
  window?: ApplicationWindow;
  /** Why something could not be kept. */
  failure?: Error;
};
