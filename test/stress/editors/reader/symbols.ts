/** Characters that symbol fonts show for letters. All bullets are the same. */
const SYMBOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wingdings: {
    þ: '☑',
    x: '☒',
    '¨': '☐',
    q: '☐',
    o: '☐',
    ü: '✓',
    è: '→',
    l: '•',
    n: '•',
    u: '•',
    Ø: '•',
    '§': '•',
  },
  symbol: { m: 'µ', a: 'α', b: 'β', p: 'π', W: 'Ω', '·': '•' },
};
/** Letters of symbol fonts in Word are in the private use area. */
const PRIVATE_OFFSET = 0xf000;

/** Returns a text in which the letters of a symbol font are the characters that it shows. */
export function replaceSymbols(text: string, { fontFamily }: CSSStyleDeclaration): string {
  const font = /^["']?(wingdings|symbol)["']?(?:,|$)/iu.exec(fontFamily)?.[1]?.toLowerCase() ?? '';
  const symbols = SYMBOLS[font];
  if (!symbols) return text;
  const letters = text.replace(/[\uf020-\uf0ff]/gu, (one) =>
    String.fromCharCode(one.charCodeAt(0) - PRIVATE_OFFSET),
  );
  return [...letters].map((letter) => symbols[letter] ?? letter).join('');
}
