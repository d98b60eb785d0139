import { codePoint } from 'dingbat-to-unicode';

const SYMBOL_FONT = /^["']?(wingdings(?: [23])?|webdings|symbol)["']?(?:\s*,|$)/u;
/** Offset that Word may add to letters of symbol fonts. */
const PRIVATE_USE = 0xf000;

/** Characters of these fonts, each followed by a similar one that every device can show. */
const SIMILAR = new Map(
  '🗹☑ 🗷☒ 🗵☒ ⮽☒ 🞎☐ 🞏☐ 🞐☐ 🞑☐ 🗶✗ 🗴✗ 🗸✓ ⮚➢ 🞟◆ ⬥◆ ⬧◆ ⬩◆ 🞄• 🞅○ ⚬○ 🞆○ 🞈◉ ⬤● ⬛■ ⬜□ 🞍■ ⮞➤ μµ'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
);
const ARROWS = '←↑→↓↖↗↘↙';
const [FIRST_ARROW, FIRST_DIAGONAL_ARROW, LAST_ARROW] = [0x1f800, 0x1f850, 0x1f8ff];

function toCommon(code: number, character: string): string {
  if (code < FIRST_ARROW || code > LAST_ARROW) return SIMILAR.get(character) ?? character;
  return ARROWS.charAt(code % (code < FIRST_DIAGONAL_ARROW ? 4 : ARROWS.length));
}

/** Replaces letters in a symbol font with the characters they look like. */
export function replaceSymbols(fonts = '', text = ''): string {
  const font = SYMBOL_FONT.exec(fonts)?.[1];
  if (!font) return text;
  return text.replace(/\S/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const symbol = codePoint(font, code < PRIVATE_USE ? code : code - PRIVATE_USE);
    return symbol ? toCommon(symbol.codePoint, symbol.string) : letter;
  });
}
