const KILO = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** `1.4 MB` */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= KILO && unit < UNITS.length - 1) {
    size /= KILO;
    unit += 1;
  }
  const digits = unit > 1 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}

/** Extension of a file name in capitals: `PDF`; empty if it has none. */
export const fileType = (name: string): string => /\.([a-z0-9]{1,5})$/iu.exec(name)?.[1]?.toUpperCase() ?? '';
