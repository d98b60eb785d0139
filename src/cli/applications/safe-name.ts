import path from 'node:path';
import { cleanFileName, shortenFileName } from '../../form/rules/file-types.ts';

/** Longest name of common file systems. */
const MAX_BYTES = 255;
const FORBIDDEN_BY_WINDOWS = /[<>:"/\\|?*]/gu;
const RESERVED_BY_WINDOWS = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;

/** Makes a file name valid on every common system. */
function safeName(name: string): string {
  const safe = cleanFileName(name).replace(FORBIDDEN_BY_WINDOWS, '_');
  return RESERVED_BY_WINDOWS.test(safe) ? `_${safe}` : safe;
}

/** Name of the first file, `report.pdf`, or of a later one of the same name, `report (2).pdf`. */
export function numberedName(name: string, number: number): string {
  const mark = number === 1 ? '' : ` (${number})`;
  const room = MAX_BYTES - mark.length;
  const { name: base, ext } = path.parse(
    shortenFileName(safeName(name), room, (one) => Buffer.byteLength(one)),
  );
  return base + mark + ext;
}

/** Equal for names that some file systems do not tell apart: by case or by Unicode form. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();
