import { Counter, type Registry } from 'prom-client';
import type { Renewed } from '../backend/renewal.ts';

/** What came of a call: `partly` where not all processes and machines could be told. */
export type HookResult = 'told' | 'partly' | 'refused';

/** What the backend tells of its content, and what is asked for then. */
export function createContentHookFigures(registry: Registry) {
  const calls = new Counter({
    name: 'plinth_content_hooks_total',
    help: 'Calls of /hooks/content with the right token: told, partly (not to all machines), refused (no right call).',
    labelNames: ['result'],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'plinth_content_renewals_total',
    help: 'Answers that changes made out of date: asked for at once (changed, same, failed), or left until they are needed.',
    labelNames: ['result'],
    registers: [registry],
  });
  return {
    called: (result: HookResult): void => calls.inc({ result }),
    renewed(renewed: Renewed): void {
      for (const [result, count] of Object.entries(renewed)) answers.inc({ result }, count);
    },
  };
}
