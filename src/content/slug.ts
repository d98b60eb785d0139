/** A code as it is compared and carried in `go`: any run of white space is one space, none at the ends. */
export const normaliseCode = (code: string): string => code.replace(/\s+/gu, ' ').trim();

/** One part of an address; half a character, which JSON can carry, becomes the replacement sign. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/**
 * The slug of a code: lower case, apostrophes dropped, every run of other characters that are no letters,
 * marks or digits (of any script) one hyphen. Empty where nothing is left.
 */
export const slug = (code: string): string =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '');
