/** A value of a PDF dictionary: names keep their slash, strings are bytes, references and keywords stay words. */
export type PdfValue = number | string | Buffer | PdfValue[] | PdfDictionary;
export type PdfDictionary = Map<string, PdfValue>;

const MAX_DEPTH = 8;
const SPACE = /(?:[\0\s]|%[^\r\n]*)*/uy;
const TOKEN = /<<|>>|[[\]]|\(|<[0-9a-f\0\s]*>|\/[^\0\s()<>[\]{}/%]*|[^\0\s()<>[\]{}/%]+/iuy;
const ESCAPE = /\\(?:([0-7]{1,3})|(\r\n|[\r\n])|(.))|(\r\n?)/gsu;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads values from text in which each character is one byte (latin1). Throws a SyntaxError at what is none. */
class PdfParser {
  private readonly text: string;
  private at: number;

  constructor(text: string, start: number) {
    this.text = text;
    this.at = start;
  }

  value(depth: number): PdfValue {
    return this.valueOf(this.token(), depth);
  }

  private valueOf(token: string, depth: number): PdfValue {
    if (depth > MAX_DEPTH) throw new SyntaxError('too deep');
    if (token === '<<') return this.dictionary(depth);
    if (token === '[') return this.array(depth);
    if (token === '(') return this.literal();
    if (token.startsWith('<')) return Buffer.from(hexDigits(token), 'hex');
    return /^[+-]?\d+$/u.test(token) ? Number(token) : token;
  }

  private dictionary(depth: number): PdfDictionary {
    const values: PdfDictionary = new Map();
    let key = '';
    for (let token = this.token(); token !== '>>'; token = this.token()) {
      // Of the three words of a reference only the first is kept: no value that is read here can be one.
      if (token.startsWith('/') && (key === '' || values.has(key))) key = token;
      else if (!values.has(key)) values.set(key, this.valueOf(token, depth + 1));
    }
    return values;
  }

  private array(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    for (let token = this.token(); token !== ']'; token = this.token()) {
      values.push(this.valueOf(token, depth + 1));
    }
    return values;
  }

  private token(): string {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    TOKEN.lastIndex = SPACE.lastIndex;
    const [token] = TOKEN.exec(this.text) ?? [];
    if (token === undefined) throw new SyntaxError('no PDF value');
    this.at = TOKEN.lastIndex;
    return token;
  }

  /** A string in parentheses, which may nest. */
  private literal(): Buffer {
    const start = this.at;
    for (let open = 1; open > 0; this.at += 1) {
      const character = this.text[this.at];
      if (character === undefined) throw new SyntaxError('endless string');
      if (character === '\\') this.at += 1;
      else if (character === '(') open += 1;
      else if (character === ')') open -= 1;
    }
    return Buffer.from(unescapeLiteral(this.text.slice(start, this.at - 1)), 'latin1');
  }
}

const hexDigits = (token: string) => {
  const digits = token.replace(/[^0-9a-f]/giu, '');
  return digits.length % 2 === 0 ? digits : `${digits}0`;
};

const unescapeLiteral = (text: string) =>
  text.replace(ESCAPE, (_whole, octal?: string, lineBreak?: string, character?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    if (lineBreak !== undefined) return '';
    return character === undefined ? '\n' : (ESCAPED[character] ?? character);
  });

/** The value at `start` of a PDF's text (latin1; ISO 32000-1, 7.3); undefined where there is none that is whole. */
export function parsePdfValue(text: string, start = 0): PdfValue | undefined {
  try {
    return new PdfParser(text, start).value(0);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
