/** The site's two background colours, for places that no stylesheet reaches: icons and the browser's own window. */
export const INK = '#10233a';
export const PAPER = '#fbf9f5';
