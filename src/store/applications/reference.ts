import { parseDay, yearOf } from '../../content/time.ts';
import { readableCode } from '../../lib/identifiers.ts';

const LENGTH = 6;

/** Reference number such as `A-2026-7K4MXQ`: the year in Asia/Shanghai and six random characters. */
export function newReference(now: number): string {
  const day = parseDay(now);
  if (day === undefined) throw new RangeError(`invalid timestamp: ${now}`);
  return `A-${yearOf(day)}-${readableCode(LENGTH)}`;
}

/** Normalizes a reference number typed by a person. */
export const readReference = (text: string): string => text.trim().toUpperCase();
