import { createHash } from 'node:crypto';
import type { Reader } from '../../content/backend/content.ts';
import type { CommonRecord } from '../../content/backend/schemas.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { toSingleLine } from '../../content/text/plain-text.ts';

const VERSION_DIGITS = 16;
const VERSION = new RegExp(`^[0-9a-f]{${VERSION_DIGITS}}$`, 'u');

export const parseVersion = (text: string | undefined): string | undefined =>
  text !== undefined && VERSION.test(text) ? text : undefined;

/** Omits tags and URLs: the version must not depend on markup, images or the site's secret. */
const extractPrivacyText = (records: readonly Pick<CommonRecord, 'title' | 'remarkContent'>[]): string =>
  records
    .flatMap(({ title, remarkContent }) => [title, remarkContent && toSingleLine(remarkContent.text)])
    .filter(Boolean)
    .join('\n');

/** Returns undefined if the notice is missing or unreadable, which must not block the form. */
export async function loadCurrentVersion(reader: Reader, { privacy }: Menu): Promise<string | undefined> {
  if (!privacy) return undefined;
  const sections = privacy.children.filter(({ isPage, kind }) => !isPage && kind === 'common');
  try {
    const records = await Promise.all([privacy, ...sections].map(({ code }) => reader.common(code)));
    const text = extractPrivacyText(records.flat());
    return text ? createHash('sha256').update(text).digest('hex').slice(0, VERSION_DIGITS) : undefined;
  } catch {
    return undefined;
  }
}
