/** `warning`: may be intended. `error`: something on the site does not work. */
type Level = 'ok' | 'warning' | 'error';
/** `details` are lines below the text. */
export type Result = { level: Level; text: string; details?: string[] };
export type Finding = Result & { name: string };
/** An empty list means that there is nothing to check. */
type Results = Result | Result[];
/** A rejection is reported as an error. */
export type Check = { name: string; run: () => Results | Promise<Results> };

const result =
  (level: Level) =>
  (text: string, details: string[] = []): Result => ({ level, text, details });

export const ok = result('ok');
export const warning = result('warning');
export const error = result('error');

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
