/** Offset of a JSON value in its text, and those of its members. */
type Located = { offset: number; members: Map<string, Located> };

/** Syntax error of a JSON text. */
class JsonError extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** White space, then a string, a sign, a number or a word. An unclosed string has no token. */
const TOKEN = /[ \t\r\n]*("(?:[^"\\\p{Cc}]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]*)/suy;
const MAX_QUOTED = 20;

/** Finds the offset of every value; throws a `JsonError` with the first syntax error. */
function locate(text: string): Located {
  let token = '';
  let offset = 0;

  function next(): void {
    TOKEN.lastIndex = offset + token.length;
    token = TOKEN.exec(text)?.[1] ?? '';
    offset = TOKEN.lastIndex - token.length;
  }

  function fail(expected: string): never {
    const found = text.slice(offset, offset + Math.min(token.length || 1, MAX_QUOTED));
    throw new JsonError(offset, `expected ${expected}, found ${found || 'the end of the file'}`);
  }

  function readValue(): Located {
    const located: Located = { offset, members: new Map() };
    if (token === '{') readMembers(located, '}', readName);
    else if (token === '[') readMembers(located, ']', (index) => `${index}`);
    else if (!isScalar(token)) fail(text[offset] === '"' ? 'a text that ends with "' : 'a value');
    return located;
  }

  function readMembers({ members }: Located, end: '}' | ']', nameOf: (index: number) => string): void {
    next();
    if (token === end) return;
    for (let index = 0; ; index += 1) {
      const name = nameOf(index);
      members.set(name, readValue());
      next();
      if (token === end) return;
      if (token !== ',') fail(`',' or '${end}'`);
      next();
    }
  }

  function readName(): string {
    if (!token.startsWith('"') || !isScalar(token)) fail('a name in double quotes');
    const name = JSON.parse(token) as string;
    next();
    if (token !== ':') fail("':'");
    next();
    return name;
  }

  next();
  const root = readValue();
  next();
  if (offset < text.length) fail('the end of the file');
  return root;
}

function isScalar(token: string): boolean {
  try {
    JSON.parse(token);
    return true;
  } catch {
    return false;
  }
}

/** Line and column of an offset: `12:5`. */
export function positionAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** The first syntax error with its position: `12:5: expected ',' or ']', found "{"`. */
export function describeSyntaxError(text: string, error: Error): string {
  try {
    locate(text);
  } catch (found) {
    if (found instanceof JsonError) return `${positionAt(text, found.offset)}: ${found.message}`;
  }
  return `1:1: ${error.message}`;
}

/** Mistake at the path of a value. A missing value has the position of its parent. */
export type Mistake = { path: readonly PropertyKey[]; text: string };

/** Maximum of mistakes that are reported of one file. */
const MAX_MISTAKES = 100;

/** Lines of mistakes in a valid JSON text: `zh/menu.json:12:5: code: is missing`. */
export function describeMistakes(name: string, text: string, mistakes: readonly Mistake[]): string[] {
  if (mistakes.length === 0) return [];
  const root = locate(text);
  const lines = mistakes
    .slice(0, MAX_MISTAKES)
    .map((mistake) => `${name}:${positionAt(text, offsetOf(root, mistake.path))}: ${mistake.text}`);
  const left = mistakes.length - lines.length;
  return left > 0 ? [...lines, `${name}: ${left} more mistakes`] : lines;
}

function offsetOf(root: Located, path: readonly PropertyKey[]): number {
  let { offset } = root;
  let at: Located | undefined = root;
  for (const key of path) {
    at = at?.members.get(String(key));
    offset = at?.offset ?? offset;
  }
  return offset;
}

/** All values of a JSON content with their paths, parents first. */
export function* valuesIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
): Generator<[path: readonly PropertyKey[], value: unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* valuesIn(member, [...path, key]);
}
