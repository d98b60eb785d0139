/** A file that the draft holds: `size` as people read it. */
export type FormFile = { id: string; name: string; size: string };
