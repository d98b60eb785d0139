/** The oldest Node that runs the site. */
export const NEEDED_MAJOR = 24;

export const isNewEnough = (version: string): boolean => Number(version.split('.')[0]) >= NEEDED_MAJOR;
