import { createHash } from 'node:crypto';
import type { Reader } from '../../content/backend/content.ts';
import type { CommonRecord } from '../../content/backend/schemas.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { toSingleLine } from '../../content/text/plain-text.ts';

const VERSION_DIGITS = 16;
const VERSION = new RegExp(`^[0-9a-f]{${VERSION_DIGITS}}$`, 'u');

export const parseVersion = (text: string | undefined): string | undefined =>
  text !== undefined && VERSION.test(text) ? text : undefined;

/**
 * Returns the title and text of each record, one per line, without tags and URLs, because the version must not depend on markup,
 * images or the site's secret.
 */
const extractPrivacyText = (records: readonly Pick<CommonRecord, 'title' | 'remarkContent'>[]): string =>
  records
    .flatMap(({ title, remarkContent }) => [title, remarkContent && toSingleLine(remarkContent.text)])
    .filter(Boolean)
    .join('\n');

/** Returns the version of the privacy notice and its sections, or undefined if it is missing or unreadable. Never rejects. */
export async function loadCurrentVersion(reader: Reader, { privacy }: Menu): Promise<string | undefined> {
  if (!privacy) return undefined;
  const sections = privacy.children.filter(({ isPage, kind }) => !isPage && kind === 'common');
  try {
    const records = await Promise.all([privacy, ...sections].map(({ code }) => reader.common(code)));
    const text = extractPrivacyText(records.flat());
    return text ? createHash('sha256').update(text).digest('hex').slice(0, VERSION_DIGITS) : undefined;
  } catch {
    // An unreadable notice must not block the form.
    return undefined;
  }
}

/** Returns the version that the submitted form was rendered with, or the current version if the form does not send it. */
export async function resolvePrivacyNoticeVersion(
  reader: Reader,
  menu: Menu,
  posted: string | undefined,
): Promise<string | undefined> {
  if (!menu.privacy) return undefined;
  return posted ?? loadCurrentVersion(reader, menu);
}
