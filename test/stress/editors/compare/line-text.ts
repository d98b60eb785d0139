import { BULLET } from '../reader/lists.ts';
import { type Line, readText } from '../reader/page.ts';

const MAX_QUOTED = 60;
const HAN_SPACE = /(?<=[\p{sc=Han}，。、；：？！（）《》“”]) | (?=[\p{sc=Han}，。、；：？！（）《》“”])/gu;
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;

export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Removes what readers do not see: repeated spaces, spaces next to Chinese, zero-width characters. */
export const normalise = (text: string): string =>
  removeInvisible(text)
    .replace(/[\s\u3000]+/gu, ' ')
    .trim()
    .replace(HAN_SPACE, '');

export const removeSpaces = (text: string): string => normalise(text).replaceAll(' ', '');

export const quote = (text: string): string =>
  `“${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}”`;

const joinMarker = (line: Line): string => `${line.marker ?? ''} ${readText(line)}`;

export const describe = (line: Line): string => quote(normalise(joinMarker(line)));

/** Returns a line with its marker, which one of the pages may show as text. A check box replaces the bullet. */
export const readWhole = (line: Line): string =>
  removeSpaces(joinMarker(line))
    .replace(BULLET, '•')
    .replace(/^•(?=[☐☑✓☒])/u, '');

/** Returns a line with the sources of its formulas, without the signs around them. */
export const readSources = ({ runs }: Line): string =>
  removeSpaces(runs.map(({ text, tex }) => tex ?? text).join('')).replace(/\\[([\])]|\$+|[⟦⟧]/gu, '');
