import { readFileSync } from 'node:fs';
import { root } from './places.ts';

const CONTEXT_LINES = 3;

const STACK_FRAME = /\((?<file>\/[^()]+):(?<line>\d+):\d+\)|at (?<bare>\/[^()]+):(?<bareLine>\d+):\d+/u;

/** Formats an error's stack as HTML, with the source lines of its first frame in this project. */
export function describeStack(stack: string): string {
  const frame = stack.split('\n').find((line) => line.includes(root) && !line.includes('node_modules'));
  return `<pre style="padding:1rem;overflow:auto">${escapeHtml(`${stack}\n\n${frame ? readSourceLines(frame) : ''}`)}</pre>`;
}

function readSourceLines(frame: string): string {
  const { file, line, bare, bareLine } = STACK_FRAME.exec(frame)?.groups ?? {};
  const number = Number(line ?? bareLine);
  try {
    const lines = readFileSync(file ?? bare ?? '', 'utf8').split('\n');
    const first = Math.max(0, number - 1 - CONTEXT_LINES);
    return lines
      .slice(first, number + CONTEXT_LINES)
      .map((text, index) => `${first + index + 1 === number ? '>' : ' '} ${first + index + 1} ${text}`)
      .join('\n');
  } catch {
    return '';
  }
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
