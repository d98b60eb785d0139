import path from 'node:path';
import { cleanFileName, shortenFileName } from '../../form/rules/file-names.ts';

/** The longest name that common file systems keep. */
const MAX_BYTES = 255;
const FORBIDDEN_BY_WINDOWS = /[<>:"/\\|?*]/gu;
const RESERVED_BY_WINDOWS = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;

/** A kept file name as every common system takes it. Its characters stay where they may. */
function safeName(name: string): string {
  const safe = cleanFileName(name).replace(FORBIDDEN_BY_WINDOWS, '_');
  return RESERVED_BY_WINDOWS.test(safe) ? `_${safe}` : safe;
}

/** The name of the first file called so, `report.pdf`, or of a further one, `report (2).pdf`. */
export function numberedName(name: string, number: number): string {
  const mark = number === 1 ? '' : ` (${number})`;
  const room = MAX_BYTES - mark.length;
  const { name: base, ext } = path.parse(
    shortenFileName(safeName(name), room, (one) => Buffer.byteLength(one)),
  );
  return base + mark + ext;
}

/** What two names have in common that some systems take for one: case, and how accents are written. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();
