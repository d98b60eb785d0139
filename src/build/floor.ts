/** The oldest engines that the site is whole and in order in; below them it may be plainer. */
export const FLOOR = { chrome: 64, firefox: 60, safari: 11, ios_saf: 11 } as const;
