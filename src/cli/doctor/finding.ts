/** `warning` is worth a look; with a `fault` the site does not do all that it should. */
type FindingLevel = 'ok' | 'warning' | 'fault';

/** What was checked, the result and a sentence about it; `details` are lines below. */
export type Finding = { what: string; level: FindingLevel; said: string; details?: string[] };

const finding =
  (level: FindingLevel) =>
  (what: string, said: string, details: string[] = []): Finding => ({ what, level, said, details });

export const ok = finding('ok');
export const warning = finding('warning');
export const fault = finding('fault');

/** An error in a line, with the error behind it: `unreachable: /event/list (connect ECONNREFUSED 127.0.0.1:1)`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const behind = error.cause instanceof Error ? (error.cause.cause ?? error.cause) : undefined;
  return behind instanceof Error && behind.message ? `${error.message} (${behind.message})` : error.message;
}
