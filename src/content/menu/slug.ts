/** A code as it is compared and carried in `go`: any run of white space is one space, none at the ends. */
export const normaliseCode = (code: string): string => code.replace(/\s+/gu, ' ').trim();

/** One part of an address; half a character, which JSON can carry, becomes the replacement sign. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A part of an address as it reads; what is not encoded well stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The slug of a code, by the product's rule, which existing links rely on: white space becomes a hyphen, any other
 * character than a Latin letter, a digit or a hyphen is removed. Empty where nothing is left.
 */
export const slug = (code: string): string =>
  code
    .toLowerCase()
    .replace(/\s+/gu, '-')
    .replace(/[^a-z0-9-]+/gu, '')
    .replace(/-+/gu, '-')
    .replace(/^-|-$/gu, '');
