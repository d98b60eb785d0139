declare module 'mime-types' {
  /** Media type of a file name, with the charset of a text. */
  export function contentType(name: string): string | false;
}
