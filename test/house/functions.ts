import { parseSync } from '@swc/core';

const KINDS = ['FunctionDeclaration', 'FunctionExpression', 'ClassMethod', 'MethodProperty'];

type Node = Record<string, unknown> & { type: string; span?: { start: number; end: number } };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** An arrow function without a block is an expression, and not counted. */
const isFunction = ({ type, body }: Node): boolean =>
  KINDS.includes(type) ||
  (type === 'ArrowFunctionExpression' && isNode(body) && body.type === 'BlockStatement');

function* nodesIn(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* nodesIn(part);
}

/** How many lines each function of a TypeScript file has. */
export function functionLengths(text: string, isTsx: boolean): number[] {
  // The parser counts bytes on from file to file: the statement in front says where this one begins.
  const bytes = Buffer.from(`;${text}`);
  const { body } = parseSync(bytes.toString(), { syntax: 'typescript', tsx: isTsx });
  const first = body[0]?.span.start ?? 0;
  return [...nodesIn(body)].filter(isFunction).map(({ span = { start: first, end: first } }) => {
    const own = bytes.subarray(span.start - first, span.end - first).toString();
    return own.split('\n').length;
  });
}
