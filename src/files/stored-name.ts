/** 128 random bits in hexadecimal: see `newFileName`. */
export const STORED_NAME = /^[0-9a-f]{32}$/u;

/** A name that leads nowhere else; throws for any other. */
export function checkedName(name: string): string {
  if (!STORED_NAME.test(name)) throw new Error('that is no name of a stored file');
  return name;
}
