import type { SentApplication } from '../store/applications/applications.ts';
import type { IncomingFile } from '../store/drafts/draft-files.ts';
import type { Posted } from './posted.ts';
import { checkField } from './rules/check-application.ts';
import { textFields } from './rules/fields.ts';
import type { Problem } from './rules/problems.ts';

type Post = { posted: Posted; files: readonly IncomingFile[]; problems: readonly Problem[] };
type Contents = { name: string; sha256: string };

/** Whether a POST brings what an application holds already: the same texts, as the form normalises them, and the same files. */
export const isRepeat = (application: SentApplication, post: Post, today: string): boolean =>
  post.problems.length === 0 && hasSameTexts(application, post, today) && hasSameFiles(application, post);

function hasSameTexts({ fields }: SentApplication, { posted }: Post, today: string): boolean {
  return textFields.every((name) => {
    const text = posted.values[name];
    if (text === undefined) return true;
    const checked = checkField(name, text, today);
    return 'value' in checked && checked.value === fields[name];
  });
}

function hasSameFiles({ files }: SentApplication, { posted, files: brought }: Post): boolean {
  const contents = ({ name, sha256 }: Contents) => `${sha256} ${name}`;
  const sent = new Set(files.map(contents));
  const known = new Set(brought.map(contents));
  for (const { id, name } of posted.shownFiles ?? []) {
    const file = files.find((other) => other.id === id);
    if (file) known.add(contents(file));
    else if (!brought.some((other) => other.name === name)) return false;
  }
  const isComplete = posted.shownFiles === undefined || known.size === sent.size;
  return isComplete && [...known].every((file) => sent.has(file));
}
