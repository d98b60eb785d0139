/** The site's two grounds, for what stands outside its stylesheet: icons, and the browser's own frame. */
export const INK = '#10233a';
export const PAPER = '#fbf9f5';
