import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createFolder } from '../../demo/folder.ts';
import { languages } from '../../i18n/languages.ts';
import { type Finding, fault, ok } from './finding.ts';

/** Reads every content file of both languages as the embedded backend does. */
export async function checkContentDir(root: string): Promise<Finding> {
  const problems: string[] = [];
  const folder = createFolder(root, ({ message }) => problems.push(message));
  const files = languages.flatMap((language) => jsonFilesIn(root, language));
  for (const file of files) await folder.json(file).catch(() => undefined);
  return problems.length > 0
    ? fault('CONTENT_DIR', `${problems.length} files cannot be read:`, problems)
    : ok('CONTENT_DIR', `${files.length} JSON files of ${root}`);
}

const jsonFilesIn = (root: string, language: string): string[] =>
  existsSync(path.join(root, language))
    ? readdirSync(path.join(root, language), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .map((name) => path.join(language, name))
    : [];
