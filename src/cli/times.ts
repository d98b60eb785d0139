/** Asia/Shanghai has had no other offset since 1991. */
export const SHANGHAI_ZONE = '+08:00';
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

const shanghai = (time: number): string => new Date(time + SHANGHAI_OFFSET_MS).toISOString();

/** A time in milliseconds since 1970 for machines: `2026-11-21T12:00:00.000+08:00`. */
export const isoTime = (time: number): string => shanghai(time).replace('Z', SHANGHAI_ZONE);

/** As `isoTime`, for people: `2026-11-21 12:00`. */
export const shownTime = (time: number): string =>
  shanghai(time).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
