/** Path under `/media` of a picture with a width, derived from its path under `/files`. */
export function mediaAt(fileHref: string, width: number | string): string {
  const [, , token = '', name = ''] = fileHref.split('/');
  return `/media/${token}/${width}/${name}`;
}
