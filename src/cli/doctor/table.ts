import { padded, visibleLine, widthOf } from '../terminal.ts';
import type { Finding, FindingLevel } from './finding.ts';

const GAP = '  ';
/** As wide as the longest level. */
const LEVEL_WIDTH = 'warning'.length;
/** Details of one finding that are shown; the rest is counted. */
const MAX_DETAILS = 8;

/** A table for a person: the level, the subject and the result of each check, then the number of each level. */
export function* tableOf(findings: readonly Finding[]): Generator<string> {
  const width = Math.max(...findings.map(({ what }) => widthOf(what)));
  const indent = ' '.repeat(LEVEL_WIDTH + GAP.length + width + GAP.length);
  for (const { what, level, said, details = [] } of findings) {
    yield `${padded(level, LEVEL_WIDTH)}${GAP}${padded(what, width)}${GAP}${visibleLine(said)}\n`;
    for (const detail of details.slice(0, MAX_DETAILS)) yield `${indent}${visibleLine(detail)}\n`;
    if (details.length > MAX_DETAILS) yield `${indent}and ${details.length - MAX_DETAILS} more\n`;
  }
  const count = (level: FindingLevel) => findings.filter((one) => one.level === level).length;
  yield `\n${count('ok')} ok, ${count('warning')} warnings, ${count('fault')} faults\n`;
}
