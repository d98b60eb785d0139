import type { TextField } from '../../src/application/fields.ts';

/** One field as it is checked when it is left. */
export type FieldCheckModel = { field: TextField; value: string; problem?: string; today: string };
