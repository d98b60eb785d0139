declare module 'mime-types' {
  /** Media type of a file name. */
  export function lookup(name: string): string | false;
}
