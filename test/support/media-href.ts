/** The address of a picture at a width, of the address of its file; the width as it would be written. */
export function mediaAt(fileHref: string, width: number | string): string {
  const [, , token = '', name = ''] = fileHref.split('/');
  return `/media/${token}/${width}/${name}`;
}
