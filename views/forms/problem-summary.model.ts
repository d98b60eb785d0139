import type { FieldName } from '../../src/application/fields.ts';

/** A problem in the page's words: the same in the summary and at its field. */
export type ProblemText = { field: FieldName; text: string };

/** A failure that belongs to no field: it stands in the summary above the problems. `quote` holds the number to name. */
export type Alert = { heading: string; text: string; quote?: string };
