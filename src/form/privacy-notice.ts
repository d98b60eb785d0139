import { createHash } from 'node:crypto';
import type { Reader } from '../backend/content.ts';
import type { Menu } from '../content/menu/menu.ts';
import { noticeText } from '../content/notice-text.ts';

/** Hexadecimal digits of a version. */
const VERSION_LENGTH = 16;
const VERSION = new RegExp(`^[0-9a-f]{${VERSION_LENGTH}}$`, 'u');

/** A version in the format of the site; undefined for any other text. */
export const readVersion = (text: string | undefined): string | undefined =>
  text !== undefined && VERSION.test(text) ? text : undefined;

/** The first 16 hexadecimal digits of the SHA-256 of a notice's text (UTF-8). */
export const versionOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, VERSION_LENGTH);

/**
 * The version of the privacy notice: of the menu item's common data and of that of its sections. Undefined where there is no
 * notice, where it says nothing, and where it cannot be read: it never rejects.
 */
export async function currentVersion(reader: Reader, { privacy }: Menu): Promise<string | undefined> {
  if (!privacy) return undefined;
  const sections = privacy.children.filter(({ isPage, kind }) => !isPage && kind === 'common');
  try {
    const records = await Promise.all([privacy, ...sections].map(({ code }) => reader.common(code)));
    const text = noticeText(records.flat());
    return text ? versionOf(text) : undefined;
  } catch {
    // No visitor is kept from the form, and no application is lost, because the notice cannot be read.
    return undefined;
  }
}

/** The version that a posted application was shown; where its form does not say so, the current one. */
export async function shownVersion(
  reader: Reader,
  menu: Menu,
  posted: string | undefined,
): Promise<string | undefined> {
  if (!menu.privacy) return undefined;
  return posted ?? currentVersion(reader, menu);
}
