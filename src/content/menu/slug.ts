/** Normalises a code for comparison and for `go`: trims it and collapses whitespace. */
export const normaliseCode = (code: string): string => code.replace(/\s+/gu, ' ').trim();

/** Encodes a path segment. A lone surrogate, which JSON can contain, becomes U+FFFD. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Decodes a path segment; a malformed one stays unchanged. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the slug of a code, which may be empty. Existing links depend on the rule: whitespace becomes a hyphen, and every
 * character except Latin letters, digits and hyphens is removed.
 */
export const slug = (code: string): string =>
  code
    .toLowerCase()
    .replace(/\s+/gu, '-')
    .replace(/[^a-z0-9-]+/gu, '')
    .replace(/-+/gu, '-')
    .replace(/^-|-$/gu, '');

/** Returns the code by which scripts find a section, or undefined if the anchor is the slug of the code. */
export const findAnchorCode = (code: string, anchor: string): string | undefined =>
  slug(code) === anchor ? undefined : normaliseCode(code);
