/** A day for machines, and as people read it. */
export type DayModel = { iso: string; text: string };
