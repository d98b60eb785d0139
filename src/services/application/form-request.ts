import type { Problem } from '../../application/problems.ts';
import type { MenuNode } from '../../content/menu.ts';
import type { Draft } from '../../store/drafts.ts';
import type { RemovedFile } from '../../store/tables.ts';
import type { Ground } from '../context.ts';
import type { Posted } from './posted.ts';

/** What a request to the application form has come to know on its way. */
export type FormRequest = {
  node: MenuNode;
  ground: Ground;
  /** The visitor's draft; missing where the store failed, or nothing has needed one yet. */
  draft?: Draft;
  posted?: Posted;
  /** The receipt of what this POST repeats. */
  receipt?: string;
  /** What is wrong with files of this POST. */
  problems: Problem[];
  /** Files that the draft has lost because they are infected: the answer tells of them. */
  removed: RemovedFile[];
  /** Files of this POST that the draft has now. */
  kept: number;
  /** Neither the browser nor the address says where the POST comes from: its token must. */
  isTokenNeeded: boolean;
  /** Why something could not be kept. */
  trouble?: Error;
};
