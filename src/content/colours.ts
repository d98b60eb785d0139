/** Background colours for icons, the manifest and the browser's toolbar. */
export const INK = '#10233a';
export const PAPER = '#fbf9f5';
