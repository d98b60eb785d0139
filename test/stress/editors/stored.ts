import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from './reader/page.ts';

/** HTML of an editor, and what the browser shows of it in the editor's own style. */
export type StoredDocument = { html: string; expected: Page };

/** Documents that the tests use, of each editor that has them. */
const STORED = ['nested-numbers', 'check-list', 'formulas', 'right-to-left', 'marks'];
const FOLDER = path.join(import.meta.dirname, 'stored');

export const isStored = (document: string): boolean => STORED.includes(document);

/** Returns the file with the stored documents of an editor. */
export const storedFile = (editor: string): string => path.join(FOLDER, `${editor}.json`);

export const storedEditors = (): string[] => readdirSync(FOLDER).map((file) => path.parse(file).name);
