import { Counter, type Registry } from 'prom-client';
import type { FieldName } from '../application/fields.ts';
import type { LastFilled } from '../store/abandoned.ts';

/** Where a field was found at fault: when it was left, or when the form was sent. */
export type Judged = 'left' | 'sent';

/** The use of the application form: counts by field, never what was typed. */
export function createFormFigures(registry: Registry) {
  const registers = [registry];
  const begun = new Counter({
    name: 'plinth_form_drafts_begun_total',
    help: 'Drafts of applications that were begun: visitors who did something with the form.',
    registers,
  });
  const sent = new Counter({
    name: 'plinth_form_applications_sent_total',
    help: 'Applications that were sent; a repeat of one is not counted again.',
    registers,
  });
  const errors = new Counter({
    name: 'plinth_form_field_errors_total',
    help: 'POSTs that found a fault at a field, by field: when it was left (by the script), or when the form was sent.',
    labelNames: ['field', 'when'],
    registers,
  });
  const abandoned = new Counter({
    name: 'plinth_form_drafts_abandoned_total',
    help:
      'Drafts that were swept without having been sent, by the last field, in the order of the form, that held anything; ' +
      'none: nothing ever came. The fields before it were got over, the next one is where visitors stopped.',
    labelNames: ['last_field'],
    registers,
  });

  return {
    begun: (): void => begun.inc(),
    sent: (): void => sent.inc(),

    /** Problems of one POST: a field counts once, however much is wrong with it. */
    problemsAt(fields: Iterable<FieldName>, when: Judged): void {
      for (const field of new Set(fields)) errors.inc({ field, when });
    },

    abandoned(drafts: LastFilled): void {
      for (const [field, count] of Object.entries(drafts)) abandoned.inc({ last_field: field }, count);
    },
  };
}
