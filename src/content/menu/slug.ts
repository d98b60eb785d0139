/** Form in which codes are compared and put in `go`: trimmed, each run of white space is one space. */
export const normaliseCode = (code: string): string => code.replace(/\s+/gu, ' ').trim();

/** Encodes a path segment. A lone surrogate, which JSON can carry, becomes U+FFFD. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Decodes a path segment; a malformed one stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Slug of a code. Existing links depend on the rule: white space becomes a hyphen, every other character than a Latin letter, digit
 * or hyphen is removed. May be empty.
 */
export const slug = (code: string): string =>
  code
    .toLowerCase()
    .replace(/\s+/gu, '-')
    .replace(/[^a-z0-9-]+/gu, '')
    .replace(/-+/gu, '-')
    .replace(/^-|-$/gu, '');

/** Code that scripts find a section by, if its anchor is not the slug of the code. */
export const anchorCode = (code: string, anchor: string): string | undefined =>
  slug(code) === anchor ? undefined : normaliseCode(code);
