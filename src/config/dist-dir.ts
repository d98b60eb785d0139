/** The folder that the build wrote: the bundle that this line becomes a part of lies in it. */
export const distDir = import.meta.dirname;
