import type { Problem } from '../application/problems.ts';
import type { ApplicationWindow } from '../backend/schemas.ts';
import type { MenuNode } from '../content/menu.ts';
import type { SiteData } from '../pages/site-data.ts';
import type { Draft } from '../store/drafts.ts';
import type { RemovedFile } from '../store/tables.ts';
import type { Posted } from './posted.ts';

export type FormRequest = {
  node: MenuNode;
  siteData: SiteData;
  /** The session that the request came with, by its identifier; missing where its visitor has none yet. */
  session?: string;
  /** The visitor's draft; missing where the store failed, or nothing has needed one yet. */
  draft?: Draft;
  /** This POST has begun the draft: the visitor does not know of it before the answer. */
  isNewDraft?: boolean;
  posted?: Posted;
  /** The receipt of what this POST repeats. */
  receipt?: string;
  /** Problems of this POST's texts and files. */
  problems: Problem[];
  /** Files that the draft has lost because they are infected: the answer tells of them. */
  removed: RemovedFile[];
  /** Files of this POST that the draft has now. */
  kept: number;
  /** The request writes nothing: it is a GET, or its token is invalid. */
  isLooking: boolean;
  /** Why nothing of the POST is kept, where no store is to blame: its token is missing or wrong, or its address has begun too many drafts. */
  refused?: 'unsigned' | 'full';
  /** Whether applications are taken, and the page's own words on it; missing where that is unknown. */
  window?: ApplicationWindow;
  /** Why something could not be kept. */
  failure?: Error;
};
