/** Splits a text at white space. */
export const words = (text: string): string[] => text.trim().split(/\s+/u);
